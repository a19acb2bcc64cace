/** The line that stands in a creator's chat: the specification's templates, filled, made harmless, cut to fit. */
import { formatMoney } from './money.ts'
import type { PayoutCurrency } from './money.ts'
import type { Platform } from './entities.ts'

export type ChatMessageKind = 'goalTip' | 'goalFunded' | 'generalTip'

/** The specification's wording. A general tip's line is followed by the address of the creator's page. */
export const chatTemplates: Record<ChatMessageKind, string> = {
  goalTip: '{user} just tipped {amount} towards {goal} on Brimful! Thank you! {goal URL}',
  goalFunded: '{goal} was just fully funded on Brimful! Thank you! {goal URL}',
  generalTip: '{user} just tipped {amount} on Brimful! Thank you! {goal URL}',
}

/** The most characters of one line, as each platform counts them. */
export const chatLimits: Record<Platform, number> = { twitch: 450, youtube: 200 }

export interface ChatValues {
  user: string
  amountMinor: number
  currency: PayoutCurrency
  goal: string
  /** The goal's page, or for a general tip the creator's. */
  url: string
}

/** Fills a kind's template for a platform: one line, no leading command, never over the limit, the address whole. */
export function renderChatMessage(kind: ChatMessageKind, values: ChatValues, limit: number): string {
  const clean = { ...values, user: toOneLine(values.user), goal: toOneLine(values.goal) }
  const whole = fill(chatTemplates[kind], clean)
  if (lengthOf(whole) <= limit) return withoutCommand(whole)
  const frame = lengthOf(fill(chatTemplates[kind], { ...clean, user: '', goal: '' }))
  const room = Math.max(limit - frame, 0)
  const user = shorten(clean.user, Math.max(Math.floor(room / 3), room - lengthOf(clean.goal)))
  const goal = shorten(clean.goal, room - (kind === 'goalFunded' ? 0 : lengthOf(user)))
  return withoutCommand(fill(chatTemplates[kind], { ...clean, user, goal }))
}

function fill(template: string, values: ChatValues): string {
  const words: Record<string, string> = {
    user: values.user,
    amount: formatMoney(values.amountMinor, values.currency),
    goal: values.goal,
    'goal URL': values.url,
  }
  return template.replace(/\{(user|amount|goal|goal URL)\}/g, (_, name: string) => words[name] ?? '')
}

/** Removes control and direction characters and folds white space: CR or LF would be a new IRC command. */
export function toOneLine(text: string): string {
  return text
    .replace(/\p{Cc}|\u2028|\u2029/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Takes leading `/ . ! \` away: chats read them as the start of a command. */
function withoutCommand(line: string): string {
  return line.replace(/^[\s/.!\\]+/, '')
}

function lengthOf(text: string): number {
  return [...text].length
}

function shorten(text: string, max: number): string {
  const characters = [...text]
  if (characters.length <= max) return text
  return max <= 0
    ? ''
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}
