/** Reloads the page when the server has another build, but never while an alert is on screen or waiting. */
import { reloadOnce } from './reload-once.ts'

/**
 * How long the page is idle before it reloads, in milliseconds. The random part keeps pages from reloading all at once after a
 * deployment.
 */
const idleMs = { min: 2_000, jitter: 3_000 }

export interface NewBuild {
  /**
   * Reloads the page, once it is idle, if the server's build is another one than the page's. `build` is undefined or null in
   * development.
   */
  offer(build: string | null | undefined): void
  /** Forbids a reload, because an alert is waiting or on screen. */
  pause(): void
  /**
   * Allows a reload, because the alert has left the screen. If another alert is waiting, `pause` is called before the page
   * reloads.
   */
  resume(): void
}

/** Watches for builds other than `ownBuild`, which is undefined in development. */
export function openNewBuild(ownBuild: string | undefined): NewBuild {
  let isBusy = false
  let timer: number | undefined
  let newBuild: string | undefined

  function schedule(): void {
    clearTimeout(timer)
    if (isBusy || !newBuild) return
    const reason = `build ${newBuild}`
    timer = window.setTimeout(() => void reloadOnce(reason), idleMs.min + Math.random() * idleMs.jitter)
  }

  return {
    offer(build) {
      newBuild = build && ownBuild && build !== ownBuild ? build : undefined
      schedule()
    },
    pause() {
      isBusy = true
      clearTimeout(timer)
    },
    resume() {
      isBusy = false
      schedule()
    },
  }
}
