/** The line that stands in a creator's chat: the specification's templates, filled, made harmless, cut to fit. */
import { formatMoney } from './money.ts'
import type { PayoutCurrency } from './money.ts'
import type { Platform } from './entities.ts'
import { anonymousName } from './tip.ts'

export type ChatMessageKind = 'goalTip' | 'goalFunded' | 'generalTip'

/** The specification's wording. A general tip's line is followed by the address of the creator's page. */
export const chatTemplates: Record<ChatMessageKind, string> = {
  goalTip: '{user} just tipped {amount} towards {goal} on Brimful! Thank you! {goal URL}',
  goalFunded: '{goal} was just fully funded on Brimful! Thank you! {goal URL}',
  generalTip: '{user} just tipped {amount} on Brimful! Thank you! {goal URL}',
}

/** The most characters of one line; UTF-16 units, of which no way of counting characters finds more. */
export const chatLimits: Record<Platform, number> = { twitch: 450, youtube: 200 }

/** What stands for a title of which nothing can be written. */
const namelessGoal = 'A goal'

export interface ChatValues {
  user: string
  amountMinor: number
  currency: PayoutCurrency
  goal: string
  /** The goal's page, or for a general tip the creator's. */
  url: string
}

/**
 * Fills a kind's template for a platform: one line, no leading command, never over the limit, the address whole. The goal's
 * title gives way first, then the name; where the address leaves no room for a sentence, the sentence is cut.
 */
export function renderChatMessage(kind: ChatMessageKind, values: ChatValues, limit: number): string {
  const clean = {
    ...values,
    user: toWords(values.user) || anonymousName,
    goal: toWords(values.goal) || namelessGoal,
  }
  const whole = fill(kind, clean)
  if (whole.length <= limit) return whole

  const room = limit - fill(kind, { ...clean, user: '', goal: '' }).length
  const hasUser = kind !== 'goalFunded'
  const user = hasUser ? shorten(clean.user, Math.max(Math.floor(room / 3), room - clean.goal.length)) : ''
  const goal = shorten(clean.goal, room - user.length)
  const fitted = fill(kind, { ...clean, user, goal }).trimStart()
  if (fitted.length <= limit) return fitted

  const sentence = fill(kind, { ...clean, url: '' }).trimEnd()
  return `${shorten(sentence, limit - clean.url.length - 1)} ${clean.url}`.trimStart()
}

function fill(kind: ChatMessageKind, values: ChatValues): string {
  const words: Record<string, string> = {
    user: values.user,
    amount: formatMoney(values.amountMinor, values.currency),
    goal: values.goal,
    'goal URL': values.url,
  }
  return chatTemplates[kind].replace(
    /\{(user|amount|goal|goal URL)\}/g,
    (_, name: string) => words[name] ?? '',
  )
}

/** Removes control and direction characters and folds white space: CR or LF would be a new IRC command. */
export function toOneLine(text: string): string {
  return text
    .replace(/\p{Cc}|\u2028|\u2029/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** One line without leading `/ . ! \`: chats read them as the start of a command. */
function toWords(text: string): string {
  return toOneLine(text).replace(/^[\s/.!\\]+/, '')
}

function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  if (max <= 0) return ''
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > max - 1) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}
