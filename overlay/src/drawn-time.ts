/** Measures how long an alert is actually drawn: two seconds prove that it was shown, and less means that it was cut short. */
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
/** If a frame comes later than this after it was requested, the page was hidden meanwhile. */
export const lateMs = 1_000
/** How long the end of an alert waits for the frame that tells whether the page is still drawn. */
const maxEndMs = 3_000

export interface Drawing {
  /**
   * Ends the measurement. Resolves to whether the page was hidden for so long that the alert was drawn for less than two seconds; false
   * if it ran its whole time on a page that was never hidden, however short that was.
   */
  end(): Promise<boolean>
}

interface DrawingOptions {
  /** Returns whether the stream can show the page, which the proof requires. */
  isOnStream(): boolean
  /** Returns whether the page knows that it is hidden. */
  isHidden(): boolean
  /** Called with the milliseconds that were drawn on stream when they reach two seconds, and again at the end. */
  report(drawnMs: number): void
}

/** Begins to measure an alert that has just appeared. */
export function measureDrawn({ isOnStream, isHidden, report }: DrawingOptions): Drawing {
  const begunAt = performance.now()
  let last = begunAt
  let isEnded = false
  /** Since when the frame of a sample has been awaited. */
  let requestedAt: number | undefined
  /** What was drawn on stream for certain, and for how long the page was hidden for certain; what lies between is neither. */
  let drawnMs = 0
  let hiddenMs = 0
  let isReported = false
  let was = { isOnStream: isOnStream(), isHidden: isHidden() }

  async function sample(): Promise<void> {
    while (!isEnded) {
      await wait(sampleMs)
      const from = (requestedAt = performance.now())
      await nextFrame()
      requestedAt = undefined
      const now = performance.now()
      if (isEnded) return
      const isDrawn = now - last < maxGapMs && was.isOnStream && isOnStream()
      if (isDrawn) drawnMs += now - last
      if (now - from > lateMs || was.isHidden || isHidden()) hiddenMs += now - last
      was = { isOnStream: isOnStream(), isHidden: isHidden() }
      last = now
      if (!isReported && drawnMs >= minMs) report(Math.round(drawnMs))
      isReported = drawnMs >= minMs
    }
  }
  void sample()

  return {
    async end() {
      isEnded = true
      if (drawnMs >= minMs) {
        report(Math.round(drawnMs))
        return false
      }
      const endedAt = performance.now()
      const isLate = requestedAt !== undefined && endedAt - requestedAt > lateMs
      const isDrawn = !isLate && !was.isHidden && !isHidden() && (await comesSoon(nextFrame()))
      if (!isDrawn) hiddenMs += endedAt - last
      return hiddenMs > 0 && endedAt - begunAt - hiddenMs < minMs
    },
  }
}

async function comesSoon(frame: Promise<unknown>): Promise<boolean> {
  return Promise.race([frame.then(() => true), wait(maxEndMs).then(() => false)])
}
