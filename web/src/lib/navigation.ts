/** The router state of a redirect: the address to return to. */
interface RedirectState {
  from?: string
}

type Navigate = (path: string, state: RedirectState) => void

let go: Navigate = (path) => window.location.assign(path)

/** Lets code outside React navigate with the router. */
export function setNavigator(navigate: Navigate): void {
  go = navigate
}

/** Opens a page of this site from outside React. */
export function navigateTo(path: string, state: RedirectState = {}): void {
  go(path, state)
}

type PopHandler = (event: PopStateEvent) => void

let popGuard: PopHandler | undefined

/**
 * Lets a guard see Back and Forward before the router. Called before the router starts: browsers call a window's own listeners in the order
 * they were added, even those that capture.
 */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => popGuard?.(event))
}

/** Sets the guard of Back and Forward. Without one they are free. */
export function setPopGuard(guard: PopHandler | undefined): void {
  popGuard = guard
}

type End = () => void

let endGuard: ((end: End) => void) | undefined

/** Sets the guard of the end of a session, which leaves the page. It calls `end` if the page may be left. */
export function setEndGuard(guard: ((end: End) => void) | undefined): void {
  endGuard = guard
}

/** Ends the session, unless a guard wants to keep the page. */
export function endGuarded(end: End): void {
  if (endGuard) endGuard(end)
  else end()
}

/** Returns the address of the current page, without the origin. */
export function currentAddress(): string {
  return window.location.pathname + window.location.search + window.location.hash
}

let redirectedAddress: string | undefined

/** Records that a redirect away from the current page has started, so that no other redirect interferes. */
export function startRedirect(): void {
  redirectedAddress = currentAddress()
}

/** Returns whether a redirect away from this address is in progress. */
export function isRedirectingFrom(address: string): boolean {
  return redirectedAddress === address
}

/** Records that the redirect has ended. Called once the page that it leaves is unmounted. */
export function endRedirect(): void {
  redirectedAddress = undefined
}

/**
 * Reads the return address of a redirect. Returns undefined unless the address is a page of this site outside the `except` paths.
 */
export function readReturnAddress(state: unknown, ...except: string[]): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined
  const { from } = state
  if (typeof from !== 'string' || !/^\/(?!\/)/.test(from)) return undefined
  return except.some((path) => from === path || from.startsWith(`${path}/`)) ? undefined : from
}
