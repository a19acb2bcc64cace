/**
 * Runs `work` once the browser has nothing more urgent to do, so that loading and running further code does not delay the page.
 * Browsers without idle callbacks (https://caniuse.com/requestidlecallback) run it after the current work.
 */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 2_000 })
  else setTimeout(work)
}
