/**
 * Finds out where this page is seen. OBS sends `obsSourceActiveChanged` when the source goes on or off program and
 * `obsSourceVisibleChanged` when it is shown anywhere, preview included, but neither when the page is loaded
 * (https://github.com/obsproject/obs-browser/blob/master/obs-browser-source.cpp, `SetActive` and `SetShowing`).
 */
import type { OverlayState } from '../../contract/sockets.ts'

/** Calls `onChange` when the state of the page changes. The returned function returns the current state. */
export function watchState(onChange: () => void): () => OverlayState {
  let isOnProgram: boolean | undefined
  let isVisible: boolean | undefined
  const listen = (event: string, set: (detail: { active: boolean; visible: boolean }) => void) =>
    addEventListener(event, ({ detail }: CustomEventInit) => {
      set(detail)
      onChange()
    })
  listen('obsSourceActiveChanged', ({ active }) => (isOnProgram = active))
  listen('obsSourceVisibleChanged', ({ visible }) => (isVisible = visible))
  document.addEventListener('visibilitychange', onChange)

  return () => {
    if (isOnProgram) return 'program'
    if (!(isVisible ?? document.visibilityState === 'visible')) return 'hidden'
    if (isOnProgram === false) return 'preview'
    return 'obsstudio' in window ? 'obs' : 'visible'
  }
}

/**
 * Returns the version of OBS, which is in its user agent; `obsstudio.pluginVersion` is that of the browser plugin
 * (https://github.com/obsproject/obs-browser/blob/master/obs-browser-plugin.cpp, `user_agent_product`). Undefined outside OBS.
 */
export function findObsVersion(): string | undefined {
  return 'obsstudio' in window ? /\bOBS\/(\d+(?:\.\d+){1,2})/.exec(navigator.userAgent)?.[1] : undefined
}
