/**
 * Keeps account of what this page has played, so that an alert which was cut short is played once more, and no other is. An alert is
 * cut short if it was drawn for less than two seconds: because the page was hidden, or because it was closed or loaded anew. Of pages
 * that the server trusts the server knows what was cut short by closing; others find it out by their local storage.
 */
import type { Socket } from 'socket.io-client'
import type { OverlayState } from '../../contract/sockets.ts'
import type { QueuedAlert } from './alert-queue.ts'
import { seqsOf } from './alert-seqs.ts'
import { loadSeq, saveSeq } from './cursor-store.ts'
import { measureDrawn } from './drawn-time.ts'
import type { Drawing } from './drawn-time.ts'
import type { Turn } from './turn.ts'

/** How many alerts a page remembers to have played. */
const maxPlayed = 200

export interface Plays {
  /**
   * Returns whether this page has already played an alert that the server sends again: along with another page, or while it was not
   * connected. The server then learns that it is settled.
   */
  isPlayed(alert: QueuedAlert): boolean
  /** Records that this page begins the alert by itself, and not after another page. */
  beginOwn(alert: QueuedAlert): void
  /**
   * Begins to measure the alert, which appears now. Calls `settle` once the alert need not be played again if the page is loaded anew: when
   * it counts as shown, and at once if this is its second play.
   */
  begin(alert: QueuedAlert, settle: () => void): void
  /**
   * Ends the alert, which the control panel has ended unless it `ranWhole`. Resolves to whether it was cut short; the first time it is
   * then put before all that wait.
   */
  end(ranWhole: boolean): Promise<boolean>
}

interface PlaysOptions {
  socket: Socket
  userUID: string
  turn: Turn
  state(): OverlayState
  isTrusted(): boolean
  /** Puts an alert before all that wait. */
  playFirst(alert: QueuedAlert): void
}

export function openPlays({ socket, userUID, turn, state, isTrusted, playFirst }: PlaysOptions): Plays {
  /** The last alert that a page of this browser without key or session had begun before this one was loaded. */
  const begunBefore = loadSeq('begun', userUID) ?? 0
  const played = new Set<number>()
  let own: QueuedAlert | undefined
  let current: { alert: QueuedAlert; settle: () => void; drawing: Drawing } | undefined

  const playAgain = (alert: QueuedAlert) => playFirst({ ...alert, again: turn.term() })
  socket.on('again', playAgain)

  function measure(alert: QueuedAlert, settle: () => void): Drawing {
    return measureDrawn({
      isOnStream: () => state() !== 'hidden' && state() !== 'preview',
      isHidden: () => state() === 'hidden',
      report(shownMs) {
        settle()
        if (own === alert && isTrusted())
          for (const seq of seqsOf(alert)) socket.emit('alert:shown', { seq, shownMs })
      },
    })
  }

  return {
    isPlayed({ seq, again }) {
      if (again === undefined || !played.has(seq)) return false
      turn.begin(seq)
      socket.emit('alert:end', seq)
      return true
    },
    beginOwn: (alert) => (own = alert),
    begin(alert, settle) {
      if (alert.again !== undefined || (!isTrusted() && alert.seq <= begunBefore)) settle()
      else if (!isTrusted()) saveSeq('begun', userUID, alert.seq)
      current = { alert, settle, drawing: measure(alert, settle) }
    },
    async end(ranWhole) {
      const { alert, settle, drawing } = current!
      const wasHidden = await drawing.end()
      if (wasHidden && ranWhole) {
        if (own === alert && alert.again === undefined) playAgain(alert)
        return true
      }
      settle()
      for (const seq of seqsOf(alert)) played.add(seq)
      if (played.size > maxPlayed) played.delete(played.values().next().value!)
      return false
    },
  }
}
