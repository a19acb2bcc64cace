/**
 * The texts of alerts, in the language of the creator's stream. They are not in the message catalogue, because its runtime code is too
 * large for an overlay.
 */
import { kindOf, textKindOf } from '../../contract/alerts/alert-looks.ts'
import type { AlertLook } from '../../contract/alerts/alert-style.ts'
import type { AlertDigest, ShowAlert, TipAlert } from '../../contract/alerts/alert.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Currency } from '../../contract/money/currencies.ts'
import { formatMoney } from '../../contract/money/money-format.ts'
import { countsMoney } from '../../contract/show/money-kinds.ts'
import type { ShowKind } from '../../contract/show/show-event.ts'
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
  follow: '{name} just followed',
  subscription: '{name} subscribed',
  month: 'Month {quantity}',
  tiers: { '1': '', '2': 'Tier 2', '3': 'Tier 3', prime: 'Prime' },
  gift: '{name} gave {quantity} subscriptions',
  oneGift: '{name} gave a subscription',
  cheer: '{name} cheered {quantity} bits',
  oneBit: '{name} cheered a bit',
  raid: '{name} raids with {quantity}',
  train: 'Hype Train: level {quantity}!',
  firstTrain: 'A Hype Train has started!',
  reward: '{name} redeemed {title}',
  charity: '{name} gave {quantity} to {title}',
  someCharity: '{name} gave to {title}',
  points: '{quantity} points',
  superchat: '{name} sent a Super Chat: {quantity}',
  someSuperchat: '{name} sent a Super Chat',
  member: '{name} became a member',
  stillMember: '{name} is a member',
  membership: '{name} gifted {quantity} memberships',
  oneMembership: '{name} gifted a membership',
  byTool: 'Shown by a tool',
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
  follow: '{name} folgt jetzt',
  subscription: '{name} hat abonniert',
  month: 'Monat {quantity}',
  tiers: { '1': '', '2': 'Stufe 2', '3': 'Stufe 3', prime: 'Prime' },
  gift: '{name} verschenkt {quantity} Abos',
  oneGift: '{name} verschenkt ein Abo',
  cheer: '{name} schickt {quantity} Bits',
  oneBit: '{name} schickt ein Bit',
  raid: '{name} raidet mit {quantity}',
  train: 'Hype Train: Level {quantity}!',
  firstTrain: 'Ein Hype Train ist gestartet!',
  reward: '{name} hat {title} eingelöst',
  charity: '{name} spendet {quantity} an {title}',
  someCharity: '{name} spendet an {title}',
  points: '{quantity} Punkte',
  superchat: '{name} schickt einen Super Chat: {quantity}',
  someSuperchat: '{name} schickt einen Super Chat',
  member: '{name} ist jetzt Mitglied',
  stillMember: '{name} ist Mitglied',
  membership: '{name} verschenkt {quantity} Mitgliedschaften',
  oneMembership: '{name} verschenkt eine Mitgliedschaft',
  byTool: 'Von einem Tool gezeigt',
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
  if (alert.kind === 'show') return showSentencesOf(alert, texts)
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

/** The headlines of an event that counts one, or nothing, where they differ. */
const ofOne: Partial<Record<ShowKind, 'oneGift' | 'oneBit' | 'firstTrain'>> = {
  gift: 'oneGift',
  cheer: 'oneBit',
  train: 'firstTrain',
}
const ofNone: Partial<Record<ShowKind, 'someCharity' | 'someSuperchat'>> = {
  charity: 'someCharity',
  superchat: 'someSuperchat',
}

/** Returns which headline an event has. YouTube's subscriptions are memberships. */
function headlineOf({ kind, source, quantity }: ShowAlert['show'] & { kind: Exclude<ShowKind, 'other'> }) {
  if (source === 'youtube' && kind === 'subscription') return quantity === null ? 'member' : 'stillMember'
  if (source === 'youtube' && kind === 'gift') return quantity === 1 ? 'oneMembership' : 'membership'
  return (quantity === 1 && ofOne[kind]) || (quantity === null && ofNone[kind]) || kind
}

/** Returns the sentences of a show event. They say if a tool shows it, because nobody has checked what it says. */
function showSentencesOf({ name, show }: ShowAlert, texts: typeof english): [headline: string, line: string] {
  const { kind, source, title, quantity, unit, tier } = show
  if (kind !== 'other') {
    const headline = texts[headlineOf({ ...show, kind })]
    const isLong = kind === 'subscription' && (quantity ?? 1) > 1
    const cost = kind === 'reward' && quantity !== null && texts.points
    const facts = [tier && texts.tiers[tier], isLong && texts.month, cost].filter(Boolean)
    const line = facts.length > 0 ? `${facts.join(' · ')}. ${texts.thanks}` : texts.thanks
    return [headline, source === 'tool' ? `${line} · ${texts.byTool}` : line]
  }
  const line = [
    name && '{name}',
    quantity !== null && (unit ? '{quantity} {unit}' : '{quantity}'),
    texts.byTool,
  ]
  return [title === null ? '{name}' : '{title}', line.filter(Boolean).join(' · ')]
}

/** Returns whether this page has merged several alerts itself. Other digests are of missed tips. */
function isMerged(alert: QueuedAlert): boolean {
  return 'mergedSeqs' in alert
}

/** Returns whether an alert's name is a list of names. */
function namesSeveral(alert: QueuedAlert): boolean {
  return (
    alert.kind === 'digest' || isMerged(alert) || (alert.kind === 'show' && alert.show.count !== undefined)
  )
}

/** Replaces the creator's variables by our slots. */
function toSlots(text: string | null | undefined): string | undefined {
  return text?.replaceAll('{user}', '{name}').replaceAll('{goal URL}', '{url}')
}

/** Returns the values of all slots, cleaned of what would break the layout. */
export function valuesOf(alert: QueuedAlert, pageUrl: string): Record<string, string> {
  const [open = '', close = ''] = textsFor(alert.locale).quotes
  const message = cleanText(alert.message ?? '', 500)
  return {
    // A name has at most 50 characters, and the censor may add two quotation marks.
    name: cleanText(alert.name, namesSeveral(alert) ? 250 : 52),
    // The quotes are part of the value, so that they follow the text direction of the message.
    message: message && open + message + close,
    ...(alert.kind === 'show' ? showValuesOf(alert) : tipValuesOf(alert, pageUrl)),
  }
}

function tipValuesOf(alert: TipAlert | AlertDigest, pageUrl: string): Record<string, string> {
  const { goal, locale, amount, currency } = alert
  const money = (minor: number, of = currency) => formatMoney(minor, of, locale)
  const goalCurrency = (alert.worth ?? alert).currency
  return {
    amount: money(amount),
    goal: cleanText(goal?.title ?? '', 80),
    url: addressOf(goal, pageUrl),
    percent: goal ? percentText(percentOf(progressOf(goal.amountReceived, goal.amount))) : '',
    milestone: percentText(Number(alert.milestone)),
    raised: goal ? money(goal.amountReceived, goalCurrency) : '',
    left: goal ? money(Math.max(goal.amount - goal.amountReceived, 0), goalCurrency) : '',
  }
}

function showValuesOf({ show, locale }: ShowAlert): Record<string, string> {
  return {
    title: cleanText(show.title ?? '', 80),
    unit: cleanText(show.unit ?? '', 20),
    quantity: quantityText(show, locale),
  }
}

/** Returns what a show event counts, as its figure shows it; empty if it counts nothing. */
export function quantityText({ kind, quantity, unit }: ShowAlert['show'], locale: Locale = 'en'): string {
  if (quantity === null) return ''
  return countsMoney(kind) && unit !== null
    ? formatMoney(quantity, unit as Currency, locale)
    : quantity.toLocaleString(locale)
}

/** Returns the address of the goal's page, or of the creator's for a general tip, as people type it. */
function addressOf(goal: TipAlert['goal'], pageUrl: string): string {
  const url = goal?.goalId ? shortGoalAddress(location.origin, goal.goalId) : pageUrl
  return url.replace(/^https?:\/\//, '')
}
