/** Measures how long an alert is actually drawn, which proves that it was shown. */
import type { minShownMs } from '../../contract/sockets.ts'
import { nextFrame, wait } from './dom.ts'

/**
 * How long an alert must be drawn to count as shown. Only the contract's type is imported, because the value would add the
 * contract's schemas to the bundle.
 */
const minMs: typeof minShownMs = 2_000
/**
 * The time between two samples. Each sample makes the browser draw a frame on the page's main thread, which an alert's animations
 * do not need.
 */
const sampleMs = 1_000
/** If two frames are further apart than this, the browser drew nothing between them. */
const maxGapMs = 1_500

/**
 * Counts the milliseconds during which the page draws frames while `isOnStream`. Calls `report` with the count when it reaches
 * two seconds, and again at the end. The returned function ends the measurement.
 */
export function measureDrawn(isOnStream: () => boolean, report: (drawnMs: number) => void): () => void {
  let isEnded = false
  let drawnMs = 0
  let isReported = false

  async function sample(): Promise<void> {
    let wasOnStream = isOnStream()
    for (let last = performance.now(); !isEnded;) {
      await wait(sampleMs)
      await nextFrame()
      const now = performance.now()
      if (!isEnded && wasOnStream && isOnStream() && now - last < maxGapMs) drawnMs += now - last
      wasOnStream = isOnStream()
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
