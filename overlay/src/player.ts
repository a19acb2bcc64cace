/**
 * Who plays an alert when several pages of a creator are open. Loaded after the page, so that it costs its first load nothing.
 *
 * A trusted page begins alerts while the server says that it is the active overlay; another page plays an alert once the active
 * one has begun it, without sound. A page that only has the address begins by itself, and asks the other pages of the same
 * broadcast software who sounds.
 */
import type { Socket } from 'socket.io-client'
import { nextFrame } from './dom.ts'
import { measureDrawn } from './drawn-time.ts'
import { openNeighbours } from './neighbours.ts'
import { openNewBuild } from './new-build.ts'
import { openSelfReport } from './self-report.ts'
import { openTurn } from './turn.ts'

/** A page whose frame comes later than this was hidden. */
const lateMs = 1_000
/** After such a time in which nothing was played the alerts that wait count as missed, as the server counts them (docs/alert-box.md). */
const maxWaitMs = 10 * 60_000

/** What became of an alert: shown, dropped because another page has played it while this one was hidden, or missed. */
export type Beginning = 'shown' | 'dropped' | 'missed'

export interface Player {
  /**
   * Goes on after `ready`; without `playedSeq` the server does not trust the page, or is of an earlier release. If `build` is
   * another one than the page's, the page reloads once it is idle.
   */
  start(playedSeq?: number | null, build?: string): void
  /**
   * Waits for an alert's turn and for the frame in which it appears, and sounds if this page is the one that does. If no page has
   * played anything for ten minutes, the alerts that wait are missed: the page connects again, and the server sends what the
   * creator's settings say.
   */
  begin(seq: number): Promise<Beginning>
  /** The alert has gone from the screen. */
  end(): void
}

export function openPlayer(socket: Socket, userUID: string): Player {
  const overlayId = makeUuid()
  const build = document.documentElement.dataset['build']
  let isTrusted = false
  /** Alerts up to this one were played by others while the page was hidden. */
  let droppedSeq = 0

  const turn = openTurn(socket)
  const newBuild = openNewBuild(build)
  const { state, send, playSound } = openSelfReport(socket, overlayId, build, () => isTrusted)
  const proof = openProof(socket, () => state() !== 'hidden' && state() !== 'preview')
  const neighbours = openNeighbours(userUID, overlayId, state, (seq) => {
    if (!isTrusted) turn.addPlayed(seq) // what pages play that only have the address does not count
  })

  /** Draws nothing until then: a hidden page has no frames. */
  async function waitForFrame(): Promise<void> {
    const askedAt = performance.now()
    await nextFrame()
    if (performance.now() - askedAt < lateMs) return
    droppedSeq = turn.playedSeq()
    send()
  }

  async function begin(seq: number): Promise<Beginning> {
    const since = Date.now() // because performance.now() may stand still while a computer sleeps
    while (isTrusted && !turn.isActive() && seq > turn.playedSeq()) await turn.change()
    if (seq <= turn.playedSeq() && state() === 'hidden') return 'dropped'
    await waitForFrame()
    if (Date.now() - Math.max(since, turn.playedAt()) > maxWaitMs) return startOver()
    if (seq <= turn.playedSeq()) return seq > droppedSeq ? 'shown' : 'dropped'
    if (isTrusted && !turn.isActive()) return begin(seq)
    turn.addPlayed(seq)
    if (isTrusted) {
      turn.begin(seq)
      proof.begin(seq)
    }
    void neighbours.claim(seq, isTrusted).then((isOurs) => (isOurs ? playSound() : undefined))
    return 'shown'
  }

  function startOver(): Beginning {
    socket.disconnect().connect()
    return 'missed'
  }

  return {
    start(playedSeq, build) {
      newBuild.offer(build)
      isTrusted = typeof playedSeq === 'number'
      turn.addPlayed(playedSeq ?? 0)
      send()
    },
    async begin(seq) {
      newBuild.pause()
      const beginning = await begin(seq)
      if (beginning !== 'shown') newBuild.resume()
      return beginning
    },
    end() {
      newBuild.resume()
      proof.end()
    },
  }
}

/** Tells the server for how long each alert is drawn while `isOnStream`. */
function openProof(socket: Socket, isOnStream: () => boolean) {
  let endMeasuring = () => {}
  return {
    begin(seq: number): void {
      endMeasuring = measureDrawn(isOnStream, (shownMs) => socket.emit('alert:shown', { seq, shownMs }))
    },
    end(): void {
      endMeasuring()
      endMeasuring = () => {}
    },
  }
}

/** A random UUID, also on pages without TLS, where browsers have no `crypto.randomUUID`. */
function makeUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
