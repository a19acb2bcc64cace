/** Keeps track of whether this page may begin an alert, from the messages that the server sends to pages that it trusts. */
import type { Socket } from 'socket.io-client'

export interface Turn {
  /** Returns the `seq` of the last alert that any page has begun. */
  playedSeq(): number
  /** Returns when this page learned of that alert, in milliseconds of `Date.now()`. */
  playedAt(): number
  addPlayed(seq: number): void
  /** Returns whether this page is the active overlay. Becomes false when the server does not confirm it in time. */
  isActive(): boolean
  /** Returns how often this page has lost its turn. Meanwhile another page may have played what this one did not show to its end. */
  term(): number
  /** Resolves when `playedSeq` or `isActive` may have changed. */
  change(): Promise<void>
  /** Tells the server that this page begins an alert. */
  begin(seq: number): void
}

export function openTurn(socket: Socket): Turn {
  let playedSeq = 0
  let playedAt = 0
  /** The `seq` of the last alert that this page has begun as the active overlay. */
  let begunSeq = 0
  let activeUntil = 0
  let term = 0
  let onChange = () => {}

  function addPlayed(seq: number): void {
    if (seq > playedSeq) {
      playedSeq = seq
      playedAt = Date.now()
    }
    onChange()
  }

  socket.on('played', addPlayed)
  function endTerm(): void {
    term += 1
    onChange()
  }

  socket.on('inactive', () => {
    activeUntil = 0
    endTerm()
  })
  socket.on('disconnect', endTerm)
  socket.on('active', (forMs: number, seq: number, confirm: () => void) => {
    activeUntil = performance.now() + forMs
    addPlayed(seq)
    confirm()
    if (begunSeq > seq) socket.emit('alert:begin', begunSeq) // the server has not stored the last `alert:begin`, because it was lost with its connection
  })

  return {
    playedSeq: () => playedSeq,
    playedAt: () => playedAt,
    addPlayed,
    isActive: () => performance.now() < activeUntil,
    term: () => term,
    change: () => new Promise((resolve) => (onChange = resolve)),
    begin(seq) {
      begunSeq = Math.max(begunSeq, seq)
      socket.emit('alert:begin', seq)
    },
  }
}
