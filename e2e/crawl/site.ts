/** The site's own tables of routes. The crawler takes its screens from it. */
import { matchRoutes } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'

/** The paths are not literals, because the pages' types belong to another TypeScript project. */
const folder: string = '../../web/src'
const { publicRoutes } = (await import(`${folder}/public-app.tsx`)) as { publicRoutes: RouteObject[] }
const { privateRoutes } = (await import(`${folder}/private-app.tsx`)) as { privateRoutes: RouteObject[] }
const routes = [...publicRoutes, ...privateRoutes]

/** The pattern of each page, such as `/:username/tips`. */
export const patterns: string[] = [...new Set(['/', ...patternsOf(routes)])]

/** Returns the pattern of the page at a path. */
export function patternAt(path: string): string {
  return (matchRoutes(routes, path) ?? []).reduce((pattern, { route }) => join(pattern, route), '') || '/'
}

/** What the crawler puts in place of the parameters of a pattern. */
export interface Places {
  username: string
  /** An active and a completed goal of this creator. */
  running: string
  done: string
  /** The account of a supporter. */
  useruid: string
  /** A paid checkout. */
  sessionId: string
  email: string
}

/** Returns the path of a page. Throws if the pattern has a parameter that has no value yet. */
export function fill(pattern: string, places: Places): string {
  const values: Record<string, string> = {
    ...places,
    goaluuid: pattern.includes('/completed-goals/') ? places.done : places.running,
  }
  const path = pattern.replace(/:(\w+)\??/g, (_, name: string) => {
    if (values[name] === undefined)
      throw new Error(`The crawler has no value for :${name} of ${pattern}. Add one to Places.`)
    return values[name]
  })
  return path.replace('*', 'no-such-page')
}

function patternsOf(some: RouteObject[], base = ''): string[] {
  return some.flatMap((route) =>
    route.children ? patternsOf(route.children, join(base, route)) : join(base, route),
  )
}

function join(base: string, { path }: RouteObject): string {
  if (!path) return base
  const joined = path.startsWith('/') ? path : `${base}/${path}`
  return joined === '' ? '/' : joined
}
