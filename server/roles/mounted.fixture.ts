/** What an Express application really has mounted, read from its router. For the role table's test. */
import type { Express } from 'express'

/** The part of a layer of Express 5 that tells what it is and where. */
interface Layer {
  name: string
  rawPath: string | RegExp | string[]
  route?: { path: string; methods: Record<string, boolean> }
  handle: { stack?: Layer[] }
}

export interface Mounted {
  /** `GET /api/v1/account/health`, each once, in order. */
  routes: string[]
  /** `/api/v1/ jsonParser`: where a filter stands, and the name of its function. */
  middlewares: string[]
}

/** Lists every route and every other layer, however deep the routers are nested. */
export function listMounted(app: Express): Mounted {
  const routes: string[] = []
  const middlewares: string[] = []

  function walk(stack: readonly Layer[], base: string): void {
    for (const { name, rawPath, route, handle } of stack) {
      const path = join(base, String(rawPath))
      if (route) routes.push(...methodsOf(route.methods).map((method) => `${method} ${path}`))
      else if (handle.stack) walk(handle.stack, path)
      else middlewares.push(`${path} ${name}`)
    }
  }

  walk((app.router as unknown as { stack: Layer[] }).stack, '/')
  return { routes: [...new Set(routes)], middlewares }
}

function methodsOf(methods: Record<string, boolean>): string[] {
  return Object.keys(methods).map((method) => (method === '_all' ? 'ALL' : method.toUpperCase()))
}

function join(base: string, path: string): string {
  return `${base}/${path}`.replace(/\/{2,}/g, '/')
}
