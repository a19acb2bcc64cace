/** Lists the routes and middlewares of an Express application, read from its router. */
import type { Express } from 'express'

/** The properties of an Express 5 layer that tell its handler and its path. */
interface Layer {
  name: string
  rawPath: string | RegExp | string[]
  route?: { path: string; methods: Record<string, boolean> }
  handle: { stack?: Layer[] }
}

export interface Mounted {
  /** The routes, such as `GET /api/v1/account/health`, sorted and without repeats. */
  routes: string[]
  /** The path of each middleware and the name of its function, such as `/ compression`. */
  middlewares: string[]
}

/** Lists every route and every other layer, including those of nested routers. */
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
