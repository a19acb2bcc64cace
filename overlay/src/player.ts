/**
 * Decides which of a creator's open pages begins an alert and which one sounds. The page loads this file separately, so that its
 * first load stays small.
 * A page that the server trusts begins alerts while it is the active overlay; otherwise it shows an alert, without sound, once
 * the active overlay has begun it. A page without the key or the session begins alerts by itself, and agrees with the other pages
 * of the same broadcast software which of them sounds.
 */
import type { Socket } from 'socket.io-client'
import type { OverlayControl, OverlaySounds } from '../../contract/sockets.ts'
import type { AlertSound } from '../../contract/alerts/sound-calls.ts'
import type { QueuedAlert } from './alert-queue.ts'
import { seqsOf } from './alert-seqs.ts'
import { openBeginning } from './beginning.ts'
import type { Beginning } from './beginning.ts'
import { openNeighbours } from './neighbours.ts'
import { openNewBuild } from './new-build.ts'
import { openPlays } from './plays.ts'
import { openSelfReport } from './self-report.ts'
import { openShowing } from './showing.ts'
import { chooseSound } from './sound.ts'
import { openSpeech } from './speech.ts'
import { openTurn } from './turn.ts'

export interface Player {
  /**
   * Continues after the server's `ready`, which has no `playedSeq` if the server does not trust the page or is of an earlier
   * release. If `build` is not the page's own, the page reloads once it is idle. Without `sounds` the page plays the standard sound, and
   * without `control` nothing is held back.
   */
  start(
    playedSeq?: number | null,
    build?: string | null,
    sounds?: OverlaySounds,
    control?: OverlayControl,
  ): void
  /**
   * Waits until this page may begin the alert, which the control panel may forbid, and draws a frame, then plays the sound if this
   * page is the one that sounds. If no page has played an alert for ten minutes, the waiting alerts are missed: the page reconnects,
   * and the server sends what the creator's setting for missed alerts allows. `settle` is called once the alert need not be played
   * again if the page is loaded anew. `ownSound` replaces the sound of all alerts.
   */
  begin(alert: QueuedAlert, settle: () => void, ownSound?: AlertSound | null): Promise<Beginning>
  /**
   * Resolves when the alert has been on screen for this many milliseconds and its speech has ended; at once when the control panel ends
   * it.
   */
  showing(milliseconds: number): Promise<void>
  /** Returns whether the control panel holds the alert back or has taken it away. */
  isHeld(seq: number): boolean
  /** Records that the alert has left the screen. If it was cut short, it is played once more, before all that wait. */
  end(): Promise<void>
  /** Stops everything that sounds. */
  silence(): void
}

/** `playFirst` puts an alert before all that wait. */
export function openPlayer(socket: Socket, userUID: string, playFirst: (alert: QueuedAlert) => void): Player {
  const overlayId = makeUuid()
  const build = document.documentElement.dataset['build']
  let isTrusted = false
  let ownSound: AlertSound | null | undefined

  const speech = openSpeech(socket)
  const choose = (sounds: OverlaySounds) => {
    chooseSound(sounds)
    speech.choose(sounds.speech)
  }
  socket.on('sounds', choose)
  const showing = openShowing(socket, speech)
  const { control } = showing
  const turn = openTurn(socket)
  const newBuild = openNewBuild(build)
  const { state, send, playSound } = openSelfReport(socket, overlayId, build, () => isTrusted)
  const plays = openPlays({ socket, userUID, turn, state, isTrusted: () => isTrusted, playFirst })
  const neighbours = openNeighbours(userUID, overlayId, state, (seq) => {
    if (!isTrusted) turn.addPlayed(seq) // a trusted page ignores the claims of pages that the server does not trust
  })

  const begin = openBeginning({ socket, turn, control, state, send, isTrusted: () => isTrusted }, (alert) => {
    plays.beginOwn(alert)
    showing.begin(seqsOf(alert), isTrusted)
    if (isTrusted) for (const seq of seqsOf(alert)) turn.begin(seq)
    void neighbours.claim(alert, isTrusted).then((isOurs) => {
      if (!isOurs || !showing.maySound()) return
      void playSound(ownSound)
      speech.begin(alert)
    })
  })

  return {
    start(playedSeq, build, sounds, controlled) {
      newBuild.offer(build)
      if (sounds) choose(sounds)
      if (controlled) control.receive(controlled)
      isTrusted = typeof playedSeq === 'number'
      turn.addPlayed(playedSeq ?? 0)
      send()
    },
    async begin(alert, settle, sound) {
      newBuild.pause()
      ownSound = sound
      const beginning = plays.isPlayed(alert) ? 'passed' : await begin(alert)
      if (beginning === 'shown') {
        showing.begin(seqsOf(alert), false)
        plays.begin(alert, settle)
      } else newBuild.resume()
      return beginning
    },
    async end() {
      const isCut = await plays.end(showing.ranWhole())
      newBuild.resume()
      showing.end(isCut)
    },
    isHeld: (seq) => control.isPanic() || control.isPaused() || control.isDropped(seq),
    showing: showing.show,
    silence: showing.silence,
  }
}

/** Returns a random UUID, also on pages without TLS, where browsers have no `crypto.randomUUID`. */
function makeUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
