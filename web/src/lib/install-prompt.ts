/**
 * Offers to install the site as an app. Only browsers with Chromium report that they can, once, and let a page ask once for each report
 * (https://developer.mozilla.org/docs/Web/API/Window/beforeinstallprompt_event); on iPhones and iPads it takes Safari's own menu.
 */
import { useSyncExternalStore } from 'react'

/** Not in TypeScript's library, because it is in no standard. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}

let event: InstallEvent | undefined
const listeners = new Set<() => void>()

function set(next: InstallEvent | undefined): void {
  event = next
  for (const listener of listeners) listener()
}

/** Keeps the browser's report for a place where installing is of use. Called once, as early as the area loads. */
export function listenForInstall(): void {
  window.addEventListener('beforeinstallprompt', (report) => {
    report.preventDefault() // no bar of the browser's own
    set(report as InstallEvent)
  })
  window.addEventListener('appinstalled', () => set(undefined))
}

/** Returns how the app can be installed here: by asking, by Safari's menu, or not at all, also because it is installed already. */
export function useInstall(): { kind: 'ask'; ask: () => void } | { kind: 'menu' } | undefined {
  const report = useSyncExternalStore(subscribe, () => event)
  if (report)
    return { kind: 'ask', ask: () => void report.prompt().then(() => set(undefined), console.error) }
  const isBrowserOfIos = 'standalone' in navigator && navigator.standalone === false
  return isBrowserOfIos ? { kind: 'menu' } : undefined
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
