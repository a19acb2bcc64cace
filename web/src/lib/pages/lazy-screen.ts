import { createElement, isValidElement, lazy, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'

/** The loading function of each lazy screen's component. */
const loaders = new Map<unknown, () => Promise<unknown>>()

/** Returns a lazy component for the screen that a module exports under this name. */
export function lazyScreen<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) {
  return lazyComponent(async () => (await load())[name])
}

/**
 * Returns a component whose code is loaded when it is first rendered. Code that is already loaded renders at once, without a
 * fallback.
 */
export function lazyComponent(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined
  async function loadOnce() {
    loaded ??= await load()
    return { default: loaded }
  }
  const Suspending = lazy(loadOnce)
  function Screen() {
    // The component is held in state, because another component here would remount the screen.
    const [Content] = useState<ComponentType>(() => loaded ?? Suspending)
    return createElement(Content)
  }
  loaders.set(Screen, loadOnce)
  return Screen
}

/** Returns a lazy component of a frame and a module with the frame's props. The code of both is loaded in parallel. */
export function lazyFramedScreen<P extends object>(
  loadFrame: () => Promise<ComponentType<P>>,
  loadProps: () => Promise<P>,
): ComponentType {
  return lazyComponent(async () => {
    const [Frame, props] = await Promise.all([loadFrame(), loadProps()])
    return () => createElement(Frame, props)
  })
}

/** Loads the code of the screen that an element shows; resolves at once for an element that is not a lazy screen. */
export async function loadScreen(element: ReactNode): Promise<void> {
  if (isValidElement(element)) await loaders.get(element.type)?.()
}
