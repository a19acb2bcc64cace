/** Replaces the page by another build that the server has, while nothing is on screen or waits. */
import { reloadOnce } from './reload-once.ts'

/** How long the page is idle before. After a deployment, not all pages reload at the same moment. */
const idleMs = { min: 2_000, jitter: 3_000 }

export interface NewBuild {
  /** Notes the server's build; undefined or null in development, and from a server of an earlier release. */
  offer(build: string | null | undefined): void
  /** An alert is on screen, or waits for its turn. */
  pause(): void
  /** The alert has gone. The next one, if any, comes sooner than the page reloads. */
  resume(): void
}

/** `ownBuild` is undefined in development. */
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
