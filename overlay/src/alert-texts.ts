/**
 * The texts of alerts, in the language of the creator's stream. They are not in the message catalogue, because its runtime code is too
 * large for an overlay.
 */
import { kindOf, textKindOf } from '../../contract/alerts/alert-looks.ts'
import type { AlertLook } from '../../contract/alerts/alert-style.ts'
import type { Locale } from '../../contract/locale.ts'
import { formatMoney } from '../../contract/money/money-format.ts'
import { shortGoalAddress } from '../../contract/goals/short-address.ts'
import type { QueuedAlert } from './alert-queue.ts'
import { cleanText } from './clean-text.ts'
import { percentOf, progressOf } from './goal-progress.ts'

const english = {
  tip: '{name} tipped {amount}',
  towards: 'towards {goal}. Thank you!',
  thanks: 'Thank you!',
  funded: '{goal} was just fully funded!',
  filled: '{name} filled it to the brim. Thank you!',
  reached: '{milestone} of {goal}!',
  oneTip: 'One more tip like this fills {goal}!',
  helped: 'Thank you, {name}!',
  missed: 'While we were offline: {amount}',
  merged: '{amount} in tips',
  from: '{name}. Thank you!',
  quotes: '“”',
  others: (count: number) => (count === 1 ? '1 other' : `${count} others`),
}
const german: typeof english = {
  tip: '{name} hat {amount} gegeben',
  towards: 'für {goal}. Danke!',
  thanks: 'Danke!',
  funded: '{goal} wurde gerade erreicht!',
  filled: '{name} hat es randvoll gemacht. Danke!',
  reached: '{milestone} von {goal}!',
  oneTip: 'Noch einmal so viel, und {goal} ist erreicht!',
  helped: 'Danke, {name}!',
  missed: 'Während wir offline waren: {amount}',
  merged: '{amount} von mehreren',
  from: '{name}. Danke!',
  quotes: '„“',
  others: (count: number) => `${count} weitere`,
}

const languages: Record<Locale, typeof english> = { en: english, de: german }

/** Returns the texts in a language, by default English. */
export const textsFor = (locale: Locale = 'en') => languages[locale]

export const percentText = (percent: number) => `${percent}\u00a0%`

/** The sentences of an alert with their placeholders. An empty one is not shown. */
export interface Sentences {
  headline: string
  line: string
}

/** Returns an alert's sentences: those of its look, or else ours. */
export function sentencesOf(alert: QueuedAlert, look: Pick<AlertLook, 'texts'>): Sentences {
  const kind = textKindOf(alert)
  const own = kind && look.texts[kind]
  const [headline, line] = standardSentencesOf(alert)
  return { headline: toSlots(own?.headline) ?? headline, line: toSlots(own?.line) ?? line }
}

function standardSentencesOf(alert: QueuedAlert): [headline: string, line: string] {
  const texts = textsFor(alert.locale)
  switch (kindOf(alert)) {
    case 'goalTip':
      return [texts.tip, texts.towards]
    case 'generalTip':
      return [texts.tip, texts.thanks]
    case 'goalFunded':
      return [texts.funded, texts.filled]
    case 'milestone':
      return [alert.milestone === 'one-tip' ? texts.oneTip : texts.reached, texts.helped]
    case 'digest':
      return [isMerged(alert) ? texts.merged : texts.missed, texts.from]
  }
}

/** Returns whether this page has merged tips itself. Other digests are of missed tips. */
function isMerged(alert: QueuedAlert): boolean {
  return 'mergedSeqs' in alert
}

/** Replaces the creator's variables by our slots. */
function toSlots(text: string | null | undefined): string | undefined {
  return text?.replaceAll('{user}', '{name}').replaceAll('{goal URL}', '{url}')
}

/** Returns the values of all slots, cleaned of what would break the layout. */
export function valuesOf(alert: QueuedAlert, pageUrl: string): Record<string, string> {
  const { goal, locale, name, amount, currency } = alert
  const [open = '', close = ''] = textsFor(locale).quotes
  const money = (minor: number, of = currency) => formatMoney(minor, of, locale)
  const goalCurrency = (alert.worth ?? alert).currency
  const message = cleanText(alert.message ?? '', 500)
  return {
    // A name has at most 50 characters, and the censor may add two quotation marks.
    name: cleanText(name, alert.kind === 'digest' ? 250 : 52),
    amount: money(amount),
    goal: cleanText(goal?.title ?? '', 80),
    url: addressOf(alert, pageUrl),
    percent: goal ? percentText(percentOf(progressOf(goal.amountReceived, goal.amount))) : '',
    milestone: percentText(Number(alert.milestone)),
    raised: goal ? money(goal.amountReceived, goalCurrency) : '',
    left: goal ? money(Math.max(goal.amount - goal.amountReceived, 0), goalCurrency) : '',
    // The quotes are part of the value, so that they follow the text direction of the message.
    message: message && open + message + close,
  }
}

/** Returns the address of the goal's page, or of the creator's for a general tip, as people type it. */
function addressOf({ goal }: QueuedAlert, pageUrl: string): string {
  const url = goal?.goalId ? shortGoalAddress(location.origin, goal.goalId) : pageUrl
  return url.replace(/^https?:\/\//, '')
}
