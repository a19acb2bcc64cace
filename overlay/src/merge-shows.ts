/** Merges show events of one kind that wait into one alert, so that a flood of follows is one line. The functions are pure. */
import type { ShowAlert } from '../../contract/alerts/alert.ts'
import { countsMoney } from '../../contract/show/money-kinds.ts'
import type { AlertQueue, QueuedAlert } from './alert-queue.ts'
import { listNames, maxMerged } from './merge-alerts.ts'

/** Several show events in one alert. Its `seq` is that of the last of them. */
export type MergedShow = ShowAlert & { mergedSeqs: readonly number[] }

/** How many alerts must wait, this one included, before show events are merged. */
const fromWaiting = 4

/**
 * Returns the alert to show next and the rest of the queue. If several alerts wait and this one is followed by others of its kind, they become
 * one, with the sum of what they count. Bursts, events with a message or a title of their own, those for which `isApart`, and those that are played
 * again, are never part of it.
 */
export function mergeShows(
  alert: ShowAlert & QueuedAlert,
  queue: AlertQueue,
  isApart: (seq: number) => boolean,
): [ShowAlert | MergedShow, AlertQueue] {
  if (queue.waiting.length + 1 < fromWaiting) return [alert, queue]
  const isAlike = (each: QueuedAlert): each is ShowAlert & QueuedAlert =>
    each.kind === 'show' &&
    each.again === undefined &&
    each.message === null &&
    each.show.title === null &&
    each.show.count === undefined &&
    each.show.kind !== 'train' && // levels do not add up, and currencies neither
    !countsMoney(each.show.kind) &&
    each.show.kind === alert.show.kind &&
    each.show.source === alert.show.source &&
    each.show.tier === alert.show.tier &&
    !isApart(each.seq)
  const next = [alert, ...queue.waiting.slice(0, maxMerged - 1)]
  const firstOther = next.findIndex((each) => !isAlike(each))
  const alike = (firstOther < 0 ? next : next.slice(0, firstOther)).filter(isAlike)
  if (alike.length < 2) return [alert, queue]
  return [merge(alike), { ...queue, waiting: queue.waiting.slice(alike.length - 1) }]
}

function merge(alerts: readonly ShowAlert[]): MergedShow {
  const last = alerts.at(-1)!
  const counts = alerts.flatMap(({ show }) => show.quantity ?? [])
  const isSummed = counts.length > 0 && last.show.kind !== 'subscription' // months do not add up
  const names = alerts.flatMap(({ name }) => name || [])
  return {
    ...last,
    name: listNames(names, last.locale),
    show: { ...last.show, quantity: isSummed ? counts.reduce((sum, count) => sum + count) : null },
    mergedSeqs: alerts.map(({ seq }) => seq),
  }
}
