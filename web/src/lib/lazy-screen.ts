import { createElement, isValidElement, lazy, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'

/** How the code of each lazy screen is loaded. */
const loads = new Map<unknown, () => Promise<unknown>>()

/** A screen whose code is loaded when it is opened. Once it is here, as after `loadScreen`, nothing stands in for it first. */
export function lazyScreen(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined
  async function ask() {
    loaded = await load()
    return { default: loaded }
  }
  const Waiting = lazy(ask)
  function Screen() {
    const [Shown] = useState<ComponentType>(() => loaded ?? Waiting) // the same for as long as it stands
    return createElement(Shown)
  }
  loads.set(Screen, ask)
  return Screen
}

/** Loads the code of the screen that an element shows, when it is a lazy one. */
export async function loadScreen(element: ReactNode): Promise<void> {
  if (isValidElement(element)) await loads.get(element.type)?.()
}
