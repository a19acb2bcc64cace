/** Obeys the creator's control panel: what it holds back, what must not be shown, and whether anything sounds. */
import type { OverlayControl } from '../../contract/sockets.ts'

export interface Control {
  /** Takes over a control that the server has sent, unless it is older than the known one. */
  receive(control: OverlayControl): void
  isMuted(): boolean
  isPanic(): boolean
  isPaused(): boolean
  /** Returns whether the alert must not be shown, or no longer. */
  isDropped(seq: number): boolean
  /** Rises with each skip of whatever is on screen. */
  skipVersion(): number
  /** Resolves at the next control. */
  change(): Promise<void>
}

/** `onChange` is called after each control. */
export function openControl(onChange: () => void): Control {
  let known: OverlayControl | undefined
  let waiting: (() => void)[] = []

  return {
    receive(control) {
      if (known && control.version < known.version) return
      known = control
      setBlank(control.isPanic)
      // The style sheet shows no celebration then, not even one that has begun.
      document.documentElement.classList.toggle('quiet', control.isMuted || control.isPaused)
      onChange()
      const resolvers = waiting
      waiting = []
      for (const resolve of resolvers) resolve()
    },
    isMuted: () => known !== undefined && (known.isMuted || known.isPanic),
    isPanic: () => known?.isPanic ?? false,
    isPaused: () => known?.isPaused ?? false,
    isDropped: (seq) => known !== undefined && (seq <= known.droppedSeq || known.skipped.includes(seq)),
    skipVersion: () => known?.skipVersion ?? 0,
    change: () => new Promise((resolve) => waiting.push(resolve)),
  }
}

/** Makes the page show nothing at all, whatever its style sheets or OBS' Custom CSS say; or shows it again. */
function setBlank(isBlank: boolean): void {
  const { style } = document.documentElement
  if (isBlank) style.setProperty('display', 'none', 'important')
  else style.removeProperty('display')
}
