/** Formats a message for a creator's chat: fills the template, makes it safe, and shortens it to fit. */
import { formatMoney } from './money.ts'
import type { Currency } from './money.ts'
import { shorten, shortenName, toOneLine, toSafeLine, withoutCommand } from './chat-text.ts'
import type { ChatPlatform } from './entities.ts'
import { isolate } from './text.ts'
import { anonymousName } from './tip.ts'

export const chatMessageKinds = ['goalTip', 'goalFunded', 'generalTip'] as const
export type ChatMessageKind = (typeof chatMessageKinds)[number]

/** The default templates, from the specification. A general tip's message ends with the URL of the creator's page. */
export const chatTemplates: Record<ChatMessageKind, string> = {
  goalTip: '{user} just tipped {amount} towards {goal} on Brimful! Thank you! {goal URL}',
  goalFunded: '{goal} was just fully funded on Brimful! Thank you! {goal URL}',
  generalTip: '{user} just tipped {amount} on Brimful! Thank you! {goal URL}',
}

/** The variables of a template, which are written in braces. */
export const chatVariables = ['goal', 'user', 'amount', 'goal URL'] as const
export type ChatVariable = (typeof chatVariables)[number]

/**
 * The maximum length of a message in UTF-16 units. A text never has more characters than UTF-16 units, so a message of this
 * length is within the platform's limit, whichever of the two the platform counts.
 */
export const chatLimits: Record<ChatPlatform, number> = {
  twitch: 450,
  youtube: 200,
  discord: 2000,
}

/** Used in place of a goal's title without printable characters. */
export const namelessGoal = 'A goal'

export interface ChatValues {
  user: string
  amountMinor: number
  currency: Currency
  goal: string
  /** The URL of the goal's page, or for a general tip of the creator's page. */
  url: string
}

/**
 * Fills a template for a platform. The result is one line of at most `limit` UTF-16 units that does not start with a command. A
 * long goal title is shortened first, then the name; the URL is never cut. If the URL leaves no room for the sentence, the
 * sentence is shortened and the URL ends the line. A URL that is longer than `limit` is left out.
 */
export function renderChatMessage(template: string, values: ChatValues, limit: number): string {
  const clean = toCleanValues(values)
  const whole = fill(template, clean)
  if (whole.length <= limit) return whole

  const users = count(template, 'user')
  const goals = count(template, 'goal')
  // Measures the message with `-` in place of each name. With empty names, the spaces around them would be removed as well.
  const isolates = users * isolatesOf(clean.user) + goals * isolatesOf(clean.goal)
  const room = limit + users + goals - isolates - fill(template, { ...clean, user: '-', goal: '-' }).length
  const forUser = Math.max(room / 3, room - goals * clean.goal.length) / Math.max(users, 1)
  const user = users === 0 ? '' : shortenName(clean.user, Math.floor(forUser))
  const forGoal = (room - users * user.length) / Math.max(goals, 1)
  const goal = goals === 0 ? '' : shorten(clean.goal, Math.floor(forGoal))
  const fitted = fill(template, { ...clean, user, goal })
  return fitted.length <= limit ? fitted : cutSentence(template, clean, limit)
}

/** Returns the length of a filled template in UTF-16 units, before anything is shortened. */
export function measureChatMessage(template: string, values: ChatValues): number {
  return fill(template, toCleanValues(values)).length
}

const isolatesOf = (text: string) => isolate(text).length - text.length

function cutSentence(template: string, values: ChatValues, limit: number): string {
  // Without isolates, because cutting the sentence could remove the end of one.
  const sentence = fill(template, { ...values, url: '' }).replace(/[\u2068\u2069]/gu, '')
  const url = count(template, 'goal URL') > 0 && values.url.length <= limit ? values.url : ''
  if (url === '') return shorten(sentence, limit)
  return `${shorten(sentence, limit - url.length - 1)} ${url}`.trimStart()
}

function toCleanValues(values: ChatValues): ChatValues {
  const [user, goal] = [toOneLine(values.user), toOneLine(values.goal)]
  return {
    ...values,
    user: toSafeLine(user) === '' ? anonymousName : user,
    goal: toSafeLine(goal) === '' ? namelessGoal : goal,
  }
}

function fill(template: string, values: ChatValues): string {
  const words: Record<ChatVariable, string> = {
    user: isolate(values.user),
    amount: formatMoney(values.amountMinor, values.currency),
    goal: isolate(values.goal),
    'goal URL': values.url,
  }
  const filled = toOneLine(template).replace(
    /\{(user|amount|goal|goal URL)\}/g,
    (_, name: ChatVariable) => words[name],
  )
  // The values are cleaned already. Cleaning the whole message would remove their isolates.
  return withoutCommand(filled.replace(/\s+/g, ' ').trim())
}

/** Counts how often a template contains a variable. */
export function count(template: string, variable: ChatVariable): number {
  return template.split(`{${variable}}`).length - 1
}
