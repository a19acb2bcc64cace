/**
 * Decides which of a creator's open pages begins an alert and which one sounds. The page loads this file separately, so that its
 * first load stays small.
 * A page that the server trusts begins alerts while it is the active overlay; otherwise it shows an alert, without sound, once
 * the active overlay has begun it. A page without the key or the session begins alerts by itself, and agrees with the other pages
 * of the same broadcast software which of them sounds.
 */
import type { Socket } from 'socket.io-client'
import { nextFrame } from './dom.ts'
import { measureDrawn } from './drawn-time.ts'
import { openNeighbours } from './neighbours.ts'
import { openNewBuild } from './new-build.ts'
import { openSelfReport } from './self-report.ts'
import { openTurn } from './turn.ts'

/** If a frame comes later than this, in milliseconds, the page was hidden. */
const lateMs = 1_000
/** If nothing was played for this long, the waiting alerts count as missed, as on the server (docs/alert-box.md). */
const maxWaitMs = 10 * 60_000

/** The result for an alert: shown, dropped because another page has played it while this one was hidden, or missed. */
export type Beginning = 'shown' | 'dropped' | 'missed'

export interface Player {
  /**
   * Continues after the server's `ready`, which has no `playedSeq` if the server does not trust the page or is of an earlier
   * release. If `build` is not the page's own, the page reloads once it is idle.
   */
  start(playedSeq?: number | null, build?: string): void
  /**
   * Waits until this page may begin the alert and draws a frame, then plays the sound if this page is the one that sounds. If no
   * page has played an alert for ten minutes, the waiting alerts are missed: the page reconnects, and the server sends what the
   * creator's setting for missed alerts allows.
   */
  begin(seq: number): Promise<Beginning>
  /** Records that the alert has left the screen. */
  end(): void
}

export function openPlayer(socket: Socket, userUID: string): Player {
  const overlayId = makeUuid()
  const build = document.documentElement.dataset['build']
  let isTrusted = false
  /** The `seq` of the last alert that other pages have played while this page was hidden. */
  let droppedSeq = 0

  const turn = openTurn(socket)
  const newBuild = openNewBuild(build)
  const { state, send, playSound } = openSelfReport(socket, overlayId, build, () => isTrusted)
  const proof = openProof(socket, () => state() !== 'hidden' && state() !== 'preview')
  const neighbours = openNeighbours(userUID, overlayId, state, (seq) => {
    if (!isTrusted) turn.addPlayed(seq) // a trusted page ignores the claims of pages that the server does not trust
  })

  /**
   * Waits for the next frame, which a hidden page does not get. If the page was hidden, notes which alerts others have played
   * meanwhile.
   */
  async function waitForFrame(): Promise<void> {
    const askedAt = performance.now()
    await nextFrame()
    if (performance.now() - askedAt < lateMs) return
    droppedSeq = turn.playedSeq()
    send()
  }

  async function begin(seq: number): Promise<Beginning> {
    const since = Date.now() // because performance.now() may stop while the computer sleeps
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

/** Tells the server how long each alert is drawn while `isOnStream`. */
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

/** Returns a random UUID, also on pages without TLS, where browsers have no `crypto.randomUUID`. */
function makeUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
