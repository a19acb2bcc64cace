/** The changes of a style while it is edited, so that they can be undone. The functions are pure. */
import type { AlertStyle } from '../../../../../contract/alerts/alert-style.ts'

export interface StyleHistory {
  now: AlertStyle
  past: readonly AlertStyle[]
  future: readonly AlertStyle[]
  /** The field of the last change, and when it was, in milliseconds. */
  last: { field: string; at: number } | undefined
}

const maxSteps = 100
/** Changes of the same field within this time are one step: typing a word, or dragging a slider. */
const sameStepMs = 1_000

export function startHistory(now: AlertStyle): StyleHistory {
  return { now, past: [], future: [], last: undefined }
}

/** Adds a change of a field. */
export function change(history: StyleHistory, now: AlertStyle, field: string, at: number): StyleHistory {
  const { past, last } = history
  const isSameStep = last?.field === field && at - last.at < sameStepMs && past.length > 0
  const steps = isSameStep ? past : [...past, history.now].slice(-maxSteps)
  return { now, past: steps, future: [], last: { field, at } }
}

export function undo({ now, past, future }: StyleHistory): StyleHistory {
  const before = past.at(-1)
  if (!before) return { now, past, future, last: undefined }
  return { now: before, past: past.slice(0, -1), future: [now, ...future], last: undefined }
}

export function redo({ now, past, future }: StyleHistory): StyleHistory {
  const [after, ...rest] = future
  if (!after) return { now, past, future, last: undefined }
  return { now: after, past: [...past, now], future: rest, last: undefined }
}
