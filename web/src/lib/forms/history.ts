/** The changes of something that is edited, so that they can be undone. The functions are pure. */

export interface History<T> {
  now: T
  past: readonly T[]
  future: readonly T[]
  /** The field of the last change, and when it was, in milliseconds. */
  last: { field: string; at: number } | undefined
}

const maxSteps = 100
/** Changes of the same field within this time are one step: typing a word, or dragging a slider. */
const sameStepMs = 1_000

export function startHistory<T>(now: T): History<T> {
  return { now, past: [], future: [], last: undefined }
}

/** Adds a change of a field. */
export function change<T>(history: History<T>, now: T, field: string, at: number): History<T> {
  const { past, last } = history
  const isSameStep = last?.field === field && at - last.at < sameStepMs && past.length > 0
  const steps = isSameStep ? past : [...past, history.now].slice(-maxSteps)
  return { now, past: steps, future: [], last: { field, at } }
}

export function undo<T>({ now, past, future }: History<T>): History<T> {
  const before = past.at(-1)
  if (!before) return { now, past, future, last: undefined }
  return { now: before, past: past.slice(0, -1), future: [now, ...future], last: undefined }
}

export function redo<T>({ now, past, future }: History<T>): History<T> {
  const [after, ...rest] = future
  if (!after) return { now, past, future, last: undefined }
  return { now: after, past: [...past, now], future: rest, last: undefined }
}
