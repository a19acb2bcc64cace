/** Measures for how long an alert is really drawn, as the proof that it was shown. */
import type { minShownMs } from '../../contract/sockets.ts'
import { nextFrame, wait } from './dom.ts'

/** Only the type is imported, so that the contract's schemas are not in the bundle. */
const minMs: typeof minShownMs = 2_000
/** Each sample makes the browser draw a frame on the page's main thread, where an alert's animations need none. */
const sampleMs = 400
/** Between two frames that are further apart nothing was drawn. */
const maxGapMs = 1_000

/**
 * Measures from now on while `isOnStream`; calls `report` with the milliseconds so far once they are two seconds, and again at the
 * end. The returned function ends it.
 */
export function measureDrawn(isOnStream: () => boolean, report: (drawnMs: number) => void): () => void {
  let isEnded = false
  let drawnMs = 0
  let isReported = false

  async function sample(): Promise<void> {
    for (let last = performance.now(); !isEnded;) {
      await wait(sampleMs)
      await nextFrame()
      const now = performance.now()
      if (!isEnded && isOnStream() && now - last < maxGapMs) drawnMs += now - last
      last = now
      if (!isReported && drawnMs >= minMs) report(Math.round(drawnMs))
      isReported = drawnMs >= minMs
    }
  }
  void sample()

  return () => {
    isEnded = true
    if (drawnMs >= minMs) report(Math.round(drawnMs))
  }
}
