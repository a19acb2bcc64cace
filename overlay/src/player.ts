/**
 * Who plays an alert when several pages of a creator are open. Loaded after the page, so that it costs its first load nothing.
 *
 * A trusted page begins alerts while the server says that it is the active overlay; another page plays an alert once the active
 * one has begun it, without sound. A page that only has the address begins by itself, and asks the other pages of the same
 * broadcast software who sounds.
 */
import type { Socket } from 'socket.io-client'
import { nextFrame } from './dom.ts'
import { watchState } from './obs-state.ts'
import { openNeighbours } from './neighbours.ts'
import { playSound } from './sound.ts'

/** A page whose frame comes later than this was hidden. */
const lateMs = 1_000

export interface Player {
  /** Goes on after `ready`; without `playedSeq` the server does not trust the page, or is of an earlier release. */
  start(playedSeq: number | null | undefined): void
  /**
   * Waits for an alert's turn and for the frame in which it appears, and sounds if this page is the one that does; false if another page has
   * played it while this one was hidden.
   */
  begin(seq: number): Promise<boolean>
}

export function openPlayer(socket: Socket, userUID: string): Player {
  const overlayId = makeUuid()
  let isTrusted = false
  let playedSeq = 0
  /** Alerts up to this one were played by others while the page was hidden. */
  let droppedSeq = 0
  let activeUntil = 0
  let onChange = () => {}

  const state = watchState(report)
  const neighbours = openNeighbours(userUID, overlayId, state, (seq) => {
    if (!isTrusted) addPlayed(seq) // what pages play that only have the address does not count
  })
  const isActive = () => performance.now() < activeUntil

  function report(): void {
    if (isTrusted && socket.connected) socket.emit('overlay:state', { overlayId, state: state() })
  }

  function addPlayed(seq: number): void {
    playedSeq = Math.max(playedSeq, seq)
    onChange()
  }

  socket.on('played', addPlayed)
  socket.on('active', (forMs: number, seq: number, confirm: () => void) => {
    activeUntil = performance.now() + forMs
    addPlayed(seq)
    confirm()
  })
  socket.on('inactive', () => (activeUntil = 0))

  /** Draws nothing until then: a hidden page has no frames. */
  async function waitForFrame(): Promise<void> {
    const askedAt = performance.now()
    await nextFrame()
    if (performance.now() - askedAt < lateMs) return
    droppedSeq = playedSeq
    report()
  }

  async function begin(seq: number): Promise<boolean> {
    while (isTrusted && !isActive() && seq > playedSeq)
      await new Promise<void>((resolve) => (onChange = resolve))
    if (seq <= playedSeq && state() === 'hidden') return false
    await waitForFrame()
    if (seq <= playedSeq) return seq > droppedSeq
    if (isTrusted && !isActive()) return begin(seq)
    playedSeq = seq
    if (isTrusted) socket.emit('alert:begin', seq)
    void neighbours.claim(seq, isTrusted).then((isOurs) => isOurs && playSound())
    return true
  }

  return {
    start(seq) {
      isTrusted = typeof seq === 'number'
      addPlayed(seq ?? 0)
      report()
    },
    begin,
  }
}

/** A random UUID, also on pages without TLS, where browsers have no `crypto.randomUUID`. */
function makeUuid(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
