import { lazy } from 'react'
import type { ComponentType } from 'react'

/** A screen whose code is loaded when it is opened. */
export function lazyScreen(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load() }))
}
