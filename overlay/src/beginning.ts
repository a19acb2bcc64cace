/** Waits until the page may begin an alert, and decides what becomes of it. */
import type { Socket } from 'socket.io-client'
import type { OverlayState } from '../../contract/sockets.ts'
import type { QueuedAlert } from './alert-queue.ts'
import type { Control } from './control.ts'
import { nextFrame } from './dom.ts'
import { lateMs } from './drawn-time.ts'
import type { Turn } from './turn.ts'

/** If nothing was played for this long, the waiting alerts count as missed, as on the server (docs/alert-box.md). */
const maxWaitMs = 10 * 60_000

/**
 * The result for an alert: shown, dropped because the control panel says so, passed because another page has played it while this one was
 * hidden, or missed.
 */
export type Beginning = 'shown' | 'dropped' | 'passed' | 'missed'

interface BeginningOptions {
  socket: Socket
  turn: Turn
  control: Control
  /** Returns where the page is seen. */
  state(): OverlayState
  /** Tells the server where the page is seen. */
  send(): void
  /** Returns whether the server trusts the page. */
  isTrusted(): boolean
}

/** Returns the function that begins an alert. It calls `onShown` just before the alert has to be shown. */
export function openBeginning(
  { socket, turn, control, state, send, isTrusted }: BeginningOptions,
  onShown: (alert: QueuedAlert) => void,
): (alert: QueuedAlert) => Promise<Beginning> {
  /** The `seq` of the last alert that other pages have played while this page was hidden. */
  let passedSeq = 0

  /**
   * Waits for the next frame, which a hidden page does not get. If the page was hidden, notes which alerts others have played
   * meanwhile.
   */
  async function waitForFrame(): Promise<void> {
    const requestedAt = performance.now()
    await nextFrame()
    if (performance.now() - requestedAt < lateMs) return
    passedSeq = turn.playedSeq()
    send()
  }

  function startOver(): Beginning {
    socket.disconnect().connect()
    return 'missed'
  }

  /** Returns whether another page has begun the alert; one that was cut short does not count as begun. */
  const isBegun = ({ seq, again }: QueuedAlert) => again === undefined && seq <= turn.playedSeq()

  /**
   * Returns whether this page may play an alert a second time: if it lost its turn since then, the next active overlay was sent the
   * alert.
   */
  const mayRepeat = ({ again }: QueuedAlert) => again === undefined || !isTrusted() || again === turn.term()

  /**
   * Returns whether the control panel lets the alert wait, which it does with a skipped one as well, because that may be undone. What
   * another page has begun before a pause is shown.
   */
  function isHeld(alert: QueuedAlert): boolean {
    return (control.isPanic() || control.isPaused()) && !isBegun(alert)
  }

  /** Returns whether the control panel has taken the alert away; a panic also ends what another page has begun. */
  function isDropped(alert: QueuedAlert): boolean {
    return control.isDropped(alert.seq) || (control.isPanic() && isBegun(alert))
  }

  return async function begin(alert): Promise<Beginning> {
    while (isHeld(alert)) await Promise.race([control.change(), turn.change()])
    if (isDropped(alert)) return 'dropped'
    const since = Date.now() // because performance.now() may stop while the computer sleeps
    while (isTrusted() && !turn.isActive() && !isBegun(alert) && mayRepeat(alert)) {
      await Promise.race([control.change(), turn.change()])
      if (isHeld(alert) || isDropped(alert)) return begin(alert)
    }
    if (!mayRepeat(alert) || (isBegun(alert) && state() === 'hidden')) return 'passed'
    await waitForFrame()
    if (isHeld(alert) || isDropped(alert)) return begin(alert)
    if (Date.now() - Math.max(since, turn.playedAt()) > maxWaitMs) return startOver()
    if (isBegun(alert)) return alert.seq > passedSeq ? 'shown' : 'passed'
    if (!mayRepeat(alert)) return 'passed'
    if (isTrusted() && !turn.isActive()) return begin(alert)
    turn.addPlayed(alert.seq)
    onShown(alert)
    return 'shown'
  }
}
