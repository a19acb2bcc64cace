/** What a redirect takes along: the address to come back to. */
export interface Return {
  from?: string
}

type Go = (path: string, state: Return) => void

let go: Go = (path) => window.location.assign(path)

/** Lets code outside of React navigate by the router. */
export function setNavigator(navigate: Go): void {
  go = navigate
}

/** Opens a page of this site from outside of React. */
export function goTo(path: string, state: Return = {}): void {
  go(path, state)
}

/** The address of the page in view, without its origin. */
export function whereAmI(): string {
  return window.location.pathname + window.location.search + window.location.hash
}

let departure: string | undefined

/** This page is about to be left for a reason: until that is done, nobody else sends the visitor anywhere. */
export function depart(): void {
  departure = whereAmI()
}

/** Whether the page at this address is about to be left. */
export function isDeparting(address: string): boolean {
  return departure === address
}

/** The page that was to be left is gone. */
export function arrive(): void {
  departure = undefined
}

/** Where a redirect came from, when it is a page of this site and not one of `except`. */
export function readReturn(state: unknown, ...except: string[]): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined
  const { from } = state
  if (typeof from !== 'string' || !/^\/(?!\/)/.test(from)) return undefined
  return except.some((path) => from === path || from.startsWith(`${path}/`)) ? undefined : from
}
