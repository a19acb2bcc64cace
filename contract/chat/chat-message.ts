/** Formats a message for a creator's chat: fills the template, makes it safe, and shortens it to fit. */
import { formatMoney } from '../money/money.ts'
import type { Currency } from '../money/money.ts'
import { hasGlyph, shorten, shortenName, toOneLine, toSafeLine, withoutCommand } from './chat-text.ts'
import { byPlatform, chatPlatform, chatPlatforms } from './platforms.ts'
import { isolate } from '../text.ts'
import { anonymousName } from '../payments/tip.ts'

export const chatMessageKinds = ['goalTip', 'goalFunded', 'generalTip'] as const
export type ChatMessageKind = (typeof chatMessageKinds)[number]

/** The default templates, from the specification. A general tip's message ends with the URL of the creator's page. */
export const chatTemplates: Record<ChatMessageKind, string> = {
  goalTip: '{user} just tipped {amount} towards {goal} on Brimful! Thank you! {goal URL}',
  goalFunded: '{goal} was just fully funded on Brimful! Thank you! {goal URL}',
  generalTip: '{user} just tipped {amount} on Brimful! Thank you! {goal URL}',
}

/** The variables of a template, which are written in braces. */
export const chatVariables = [
  'goal',
  'user',
  'amount',
  'goal URL',
  'raised',
  'left',
  'percent',
  'message',
] as const
export type ChatVariable = (typeof chatVariables)[number]

/** The maximum length of a message on each platform, in UTF-16 units. */
export const chatLimits = byPlatform(chatPlatform.options, (name) => chatPlatforms[name].maxLength)

/** Used in place of a goal's title without printable characters. */
export const namelessGoal = 'A goal'

export interface ChatValues {
  user: string
  amountMinor: number
  currency: Currency
  goal: string
  /** The URL of the goal's page, or for a general tip of the creator's page. */
  url: string
  /** A shorter URL of the same page, used where the message would otherwise be too long. */
  shortUrl?: string | undefined
  /** The supporter's message, in quotes; empty or absent when the chat does not show it. */
  message?: string | undefined
  /** What the goal has received up to and including the tip, and its target, in the creator's currency; without a goal undefined. */
  progress?: { receivedMinor: number; targetMinor: number; currency: Currency } | undefined
}

/** Escapes a supporter's name or a goal's title, so that a platform shows it and does not read it as formatting. */
export type Escape = (text: string) => string

const plainly: Escape = (text) => text

/**
 * Fills a template for a platform. Values are escaped by `escape` last of all, after a command at the start is removed. The result
 * is one line of at most `limit` UTF-16 units that does not start with a command. If it would be longer, it has the shorter URL; then a
 * long message is shortened, then the goal's title, then the name; the URL is never cut. If the URL leaves no room for the sentence, the
 * sentence is shortened and the URL ends the line. A URL
 * that is longer than `limit` is left out.
 */
export function renderChatMessage(
  template: string,
  values: ChatValues,
  limit: number,
  escape: Escape = plainly,
): string {
  const clean = toCleanValues(values)
  const whole = fill(template, clean, escape)
  if (whole.length <= limit) return whole
  const { shortUrl, ...others } = values
  if (shortUrl && shortUrl.length < values.url.length)
    return renderChatMessage(template, { ...others, url: shortUrl }, limit, escape)
  if (clean.message && count(template, 'message') > 0) {
    const message = shortenMessage(clean.message, clean.message.length - (whole.length - limit))
    return renderChatMessage(template, { ...values, message }, limit, escape)
  }

  const users = count(template, 'user')
  const goals = count(template, 'goal')
  // Measures the message with `-` in place of each name. With empty names, the spaces around them would be removed as well.
  const extras = users * extraOf(clean.user, escape) + goals * extraOf(clean.goal, escape)
  const room =
    limit + users + goals - extras - fill(template, { ...clean, user: '-', goal: '-' }, plainly).length
  const forUser = Math.max(room / 3, room - goals * clean.goal.length) / Math.max(users, 1)
  const user = users === 0 ? '' : shortenName(clean.user, Math.floor(forUser))
  const forGoal = (room - users * user.length) / Math.max(goals, 1)
  const goal = goals === 0 ? '' : shorten(clean.goal, Math.floor(forGoal))
  const fitted = fill(template, { ...clean, user, goal }, escape)
  return fitted.length <= limit ? fitted : cutSentence(template, clean, limit, escape)
}

/** A message that is shortened further says nothing and is left out. */
const minMessageLength = 12

function shortenMessage(message: string, max: number): string {
  return max < minMessageLength ? '' : shortenName(message, max)
}

/** Returns the length in UTF-16 units of a filled template with the shorter URL, before anything else is shortened. */
export function measureChatMessage(template: string, values: ChatValues): number {
  return fill(template, toCleanValues({ ...values, url: values.shortUrl ?? values.url }), plainly).length
}

/** Returns how many UTF-16 units a value gains when it is isolated and escaped. */
const extraOf = (text: string, escape: Escape) => escape(isolate(text)).length - text.length

function cutSentence(template: string, values: ChatValues, limit: number, escape: Escape): string {
  // Without isolates, because cutting the sentence could remove the end of one.
  const sentence = fill(template, { ...values, url: '' }, escape).replace(/[\u2068\u2069]/gu, '')
  const url = count(template, 'goal URL') > 0 && values.url.length <= limit ? values.url : ''
  if (url === '') return shorten(sentence, limit)
  return `${shorten(sentence, limit - url.length - 1)} ${url}`.trimStart()
}

function toCleanValues(values: ChatValues): ChatValues {
  const [user, goal] = [toOneLine(values.user), toOneLine(values.goal)]
  const message = toOneLine(values.message ?? '')
  return {
    ...values,
    user: hasGlyph(toSafeLine(user)) ? user : anonymousName,
    goal: hasGlyph(toSafeLine(goal)) ? goal : namelessGoal,
    message: hasGlyph(message) ? message : '',
  }
}

const variablePattern = new RegExp(`\\{(${chatVariables.join('|')})\\}`)

/** Formats a goal's progress. An overfunded goal has nothing left and more than 100 %. */
function progressWords({ progress }: ChatValues): Record<'raised' | 'left' | 'percent', string> {
  if (!progress) return { raised: '', left: '', percent: '' }
  const { receivedMinor, targetMinor, currency } = progress
  return {
    raised: formatMoney(receivedMinor, currency),
    left: formatMoney(Math.max(targetMinor - receivedMinor, 0), currency),
    percent: `${Math.floor((receivedMinor * 100) / targetMinor)}%`,
  }
}

function fill(template: string, values: ChatValues, escape: Escape): string {
  const words: Record<ChatVariable, string> = {
    user: isolate(values.user),
    amount: formatMoney(values.amountMinor, values.currency),
    goal: isolate(values.goal),
    'goal URL': values.url,
    message: isolate(values.message ?? ''),
    ...progressWords(values),
  }
  const parts = toOneLine(template)
    .split(variablePattern)
    .map((part, i) => (i % 2 === 0 ? { text: part } : toValue(part as ChatVariable)))

  function toValue(name: ChatVariable) {
    return { text: words[name], isEscaped: name === 'user' || name === 'goal' || name === 'message' }
  }
  // The values are cleaned already. Cleaning the whole message would remove their isolates.
  return withoutCommandParts(parts)
    .map(({ text, isEscaped }) => (isEscaped ? escape(text) : text))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

interface Part {
  text: string
  isEscaped?: boolean
}

/** Removes a command at the start of a line before its values are escaped, so that nothing that escapes them is removed with it. */
function withoutCommandParts(parts: readonly Part[]): Part[] {
  const first = parts.findIndex(({ text }) => withoutCommand(text) !== '')
  return parts
    .slice(Math.max(first, 0))
    .map((part, i) => (i === 0 ? { ...part, text: withoutCommand(part.text) } : part))
}

/** Counts how often a template contains a variable. */
export function count(template: string, variable: ChatVariable): number {
  return template.split(`{${variable}}`).length - 1
}
