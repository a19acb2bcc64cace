/** Merges small tips that wait into one alert, when many alerts wait. The functions are pure. */
import type { AlertStyle } from '../../contract/alerts/alert-style.ts'
import type { Locale } from '../../contract/locale.ts'
import type { AlertDigest, ShowAlert, TipAlert } from '../../contract/alerts/alert.ts'
import { textsFor } from './alert-texts.ts'
import type { AlertQueue, QueuedAlert } from './alert-queue.ts'

/** Several tips in one alert. Its `seq` is that of the last of them. */
export type MergedAlert = AlertDigest & { mergedSeqs: readonly number[] }

/** The maximum number of tips in one alert. More would exceed what a page may report to the server at once. */
export const maxMerged = 10
const maxNames = 3

/**
 * Returns the alert to show next and the rest of the queue. If many alerts wait and this one and those after it are small tips, they
 * become one alert, in which their messages are left out. Those for which `isApart`, and those that are played again, are never part of it.
 */
export function mergeNext<A extends Exclude<QueuedAlert, ShowAlert>>(
  alert: A,
  queue: AlertQueue,
  merging: AlertStyle['merging'],
  isApart: (seq: number) => boolean = () => false,
): [A | MergedAlert, AlertQueue] {
  if (!merging || queue.waiting.length + 1 < merging.fromWaiting) return [alert, queue]
  const isSmall = (each: QueuedAlert): each is TipAlert & QueuedAlert =>
    each.kind === 'tip' &&
    each.again === undefined &&
    !each.milestone &&
    !isApart(each.seq) &&
    countedOf(each).amount < merging.belowAmount &&
    countedOf(each).currency === countedOf(alert).currency
  const next = [alert, ...queue.waiting.slice(0, maxMerged - 1)]
  const firstLarge = next.findIndex((each) => !isSmall(each))
  const small = (firstLarge < 0 ? next : next.slice(0, firstLarge)).filter(isSmall)
  if (small.length < 2) return [alert, queue]
  return [merge(small), { ...queue, waiting: queue.waiting.slice(small.length - 1) }]
}

function merge(alerts: readonly TipAlert[]): MergedAlert {
  const last = alerts.at(-1)!
  const { id, seq, isTest, locale, at } = last
  return {
    id,
    seq,
    kind: 'digest',
    isTest,
    name: listNames(
      alerts.map(({ name }) => name),
      locale,
    ),
    message: null,
    amount: alerts.reduce((sum, alert) => sum + countedOf(alert).amount, 0),
    currency: countedOf(last).currency,
    goal: null,
    locale,
    at,
    mergedSeqs: alerts.map((alert) => alert.seq),
  }
}

/** Returns up to three names and the number of further ones, such as `Ada, Mira, Lin and 2 others`. */
export function listNames(all: readonly string[], locale: Locale = 'en'): string {
  const names = [...new Set(all)]
  const others = names.length - maxNames
  if (others <= 0) return new Intl.ListFormat(locale).format(names)
  return new Intl.ListFormat(locale).format([...names.slice(0, maxNames), textsFor(locale).others(others)])
}

/** Returns what a tip counts, in the creator's currency. */
function countedOf(alert: TipAlert | AlertDigest): { amount: number; currency: AlertDigest['currency'] } {
  return alert.worth ?? alert
}
