/** What a redirect takes along: the address to come back to. */
export interface RedirectState {
  from?: string
}

type Navigate = (path: string, state: RedirectState) => void

let go: Navigate = (path) => window.location.assign(path)

/** Lets code outside of React navigate by the router. */
export function setNavigator(navigate: Navigate): void {
  go = navigate
}

/** Opens a page of this site from outside of React. */
export function navigateTo(path: string, state: RedirectState = {}): void {
  go(path, state)
}

/** The address of the page in view, without its origin. */
export function currentAddress(): string {
  return window.location.pathname + window.location.search + window.location.hash
}

let redirectedAddress: string | undefined

/** This page is about to be left for a reason: until that is done, nobody else sends the visitor anywhere. */
export function startRedirect(): void {
  redirectedAddress = currentAddress()
}

/** Whether the page at this address is about to be left. */
export function isRedirectingFrom(address: string): boolean {
  return redirectedAddress === address
}

/** The page that was to be left is gone. */
export function endRedirect(): void {
  redirectedAddress = undefined
}

/** Where a redirect came from, when it is a page of this site and not one of `except`. */
export function readReturnAddress(state: unknown, ...except: string[]): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined
  const { from } = state
  if (typeof from !== 'string' || !/^\/(?!\/)/.test(from)) return undefined
  return except.some((path) => from === path || from.startsWith(`${path}/`)) ? undefined : from
}
