/** Whether this page may begin an alert, as the server says it to pages that it trusts. */
import type { Socket } from 'socket.io-client'

export interface Turn {
  /** The last alert that a page has begun. */
  playedSeq(): number
  /** When the page learned of that, in milliseconds of `Date.now()`. */
  playedAt(): number
  addPlayed(seq: number): void
  /** Whether this page is the active overlay. Without news from the server it ends by itself. */
  isActive(): boolean
  /** Resolves when one of these may have changed. */
  change(): Promise<void>
  /** Tells the server that this page begins an alert. */
  begin(seq: number): void
}

export function openTurn(socket: Socket): Turn {
  let playedSeq = 0
  let playedAt = 0
  /** The last alert that this page has begun as the active overlay. */
  let begunSeq = 0
  let activeUntil = 0
  let onChange = () => {}

  function addPlayed(seq: number): void {
    if (seq > playedSeq) {
      playedSeq = seq
      playedAt = Date.now()
    }
    onChange()
  }

  socket.on('played', addPlayed)
  socket.on('inactive', () => (activeUntil = 0))
  socket.on('active', (forMs: number, seq: number, confirm: () => void) => {
    activeUntil = performance.now() + forMs
    addPlayed(seq)
    confirm()
    if (begunSeq > seq) socket.emit('alert:begin', begunSeq) // it was sent on a connection that was cut
  })

  return {
    playedSeq: () => playedSeq,
    playedAt: () => playedAt,
    addPlayed,
    isActive: () => performance.now() < activeUntil,
    change: () => new Promise((resolve) => (onChange = resolve)),
    begin(seq) {
      begunSeq = seq
      socket.emit('alert:begin', seq)
    },
  }
}
