/** Lists the routes of an Express router, read from the router itself. */
import type { Router } from 'express'

/** The part of Express's internal structure that holds routes. */
interface Layer {
  route?: { path: string | string[]; methods: Record<string, boolean> }
  handle?: { stack?: Layer[] }
}

/** Lists every route as `GET /path`, including those of nested routers. */
export function listRoutes(router: Router): string[] {
  return (router.stack as Layer[]).flatMap(listOf)
}

function listOf({ route, handle }: Layer): string[] {
  if (!route) return (handle?.stack ?? []).flatMap(listOf)
  const methods = Object.keys(route.methods).map((method) => method.toUpperCase())
  return [route.path].flat().flatMap((path) => methods.map((method) => `${method} ${path}`))
}
