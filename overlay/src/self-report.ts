/** Reports the page to the server: where it is seen, its versions, and the result of its last sound. */
import type { Socket } from 'socket.io-client'
import type { AlertSound } from '../../contract/alerts/sound-calls.ts'
import type { AudioState, OverlayReport, OverlayState } from '../../contract/sockets.ts'
import { findObsVersion, watchState } from './obs-state.ts'
import { playSound } from './sound.ts'

export interface SelfReport {
  /** Returns where the page is seen now. */
  state(): OverlayState
  /** Sends a report if the server trusts the page. Changes are also reported without this call. */
  send(): void
  /** Plays the sound of alerts, or an alert's own. */
  playSound(own?: AlertSound | null): Promise<void>
}

export function openSelfReport(
  socket: Socket,
  overlayId: string,
  build: string | undefined,
  isTrusted: () => boolean,
): SelfReport {
  const obsVersion = findObsVersion()
  let audio: AudioState = 'unknown'
  const state = watchState(send)

  function send(): void {
    const report: OverlayReport = { overlayId, state: state(), audio, obsVersion, build }
    if (isTrusted() && socket.connected) socket.emit('overlay:state', report)
  }

  return {
    state,
    send,
    async playSound(own) {
      const before = audio
      audio = (await playSound(own)) ?? before
      if (audio !== before) send()
    },
  }
}
