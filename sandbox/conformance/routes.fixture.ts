/** What an Express router answers to, read from the router itself: nothing that is mounted is forgotten. */
import type { Router } from 'express'

/** The part of Express's own structure that is read here. */
interface Layer {
  route?: { path: string | string[]; methods: Record<string, boolean> }
  handle?: { stack?: Layer[] }
}

/** Every route as `GET /path`, also those of routers within it. */
export function listRoutes(router: Router): string[] {
  return (router.stack as Layer[]).flatMap(listOf)
}

function listOf({ route, handle }: Layer): string[] {
  if (!route) return (handle?.stack ?? []).flatMap(listOf)
  const methods = Object.keys(route.methods).map((method) => method.toUpperCase())
  return [route.path].flat().flatMap((path) => methods.map((method) => `${method} ${path}`))
}
