/** Keeps track of the alert on screen, and ends and silences it when the control panel says so. */
import type { Socket } from 'socket.io-client'
import { openControl } from './control.ts'
import type { Control } from './control.ts'
import { wait } from './dom.ts'
import { stopSound } from './sound.ts'
import type { Speech } from './speech.ts'

export interface Showing {
  control: Control
  /** Records that alerts appear as one; `isOurs` if this page has begun them as the active overlay. */
  begin(seqs: readonly number[], isOurs: boolean): void
  /** Returns whether the alert may sound. */
  maySound(): boolean
  /**
   * Resolves when the alert has been on screen for this many milliseconds and its speech has ended; at once when the control panel ends
   * it.
   */
  show(milliseconds: number): Promise<void>
  /** Returns whether the alert ran its whole time, and the control panel has not ended it. */
  ranWhole(): boolean
  /** Records that the alert has left the screen, and reports it, and whether it was cut short, if this page has begun it. */
  end(isCut: boolean): void
  /** Stops everything that sounds. */
  silence(): void
}

export function openShowing(socket: Socket, speech: Speech): Showing {
  /** The numbers of what is on screen, and of what this page has begun. */
  let shown: readonly number[] = []
  let skipVersion = 0
  let hasRunWhole = false
  let begun: readonly number[] = []

  function silence(): void {
    stopSound()
    speech.stop()
  }
  const isSkipped = () => shown.some(control.isDropped) || control.skipVersion() > skipVersion
  const isEnded = () => control.isPanic() || isSkipped()
  const control = openControl(() => {
    if (control.isMuted() || isEnded()) silence()
  })
  socket.on('control', control.receive)

  return {
    control,
    begin(seqs, isOurs) {
      shown = seqs
      skipVersion = control.skipVersion()
      if (isOurs) begun = seqs
    },
    maySound: () => !control.isMuted() && !isEnded(),
    async show(milliseconds) {
      let isOver = false
      const time = wait(milliseconds)
        .then(() => speech.end())
        .then(() => (isOver = true))
      while (!isOver && !isEnded()) await Promise.race([time, control.change()])
      hasRunWhole = !isEnded()
    },
    ranWhole: () => hasRunWhole,
    end(isCut) {
      speech.stop()
      for (const seq of begun) socket.emit(isCut ? 'alert:cut' : 'alert:end', seq)
      shown = begun = []
    },
    silence,
  }
}
