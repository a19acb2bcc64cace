/**
 * Plain-text answers to commands like !tip, which the chatbots that creators already run fetch and post: Nightbot, StreamElements,
 * Fossabot and Streamer.bot. They are one line of at most 200 characters, the least that any platform allows.
 */
import { chatLimits } from '../../contract/chat/chat-message.ts'
import { shorten, toSafeLine } from '../../contract/chat/chat-text.ts'
import { formatMoney } from '../../contract/money/money.ts'
import { shortGoalAddress } from '../../contract/goals/short-address.ts'
import type { Db } from '../../db/connection.ts'
import type { PublicCreatorRow } from '../../db/queries/accounts/accounts.ts'
import { listPublicGoals } from '../../db/queries/goals/goals.ts'
import { listTopSupporters } from '../../db/queries/insights/leaderboard.ts'
import { findNameSettings } from '../../db/queries/moderation/word-settings.ts'
import type { GoalRow } from '../../db/schema.ts'
import { periodStarts } from './periods.ts'
import { hashName } from '../moderation/hash-name.ts'
import { toSafeName } from '../moderation/safe-name.ts'

export const chatAnswers = ['tip', 'goal', 'top'] as const
export type ChatAnswer = (typeof chatAnswers)[number]

const limit = chatLimits.youtube
const places = 5

/** Returns one of a creator's answers. Names are censored by the creator's settings and safe for a chat. */
export async function readChatAnswer(
  { db, siteUrl }: { db: Db; siteUrl: string },
  creator: PublicCreatorRow,
  answer: ChatAnswer,
): Promise<string> {
  const page = `${siteUrl}/${creator.userName}/current-goals`
  if (answer === 'tip') return withAddress(`Tip ${creator.displayName}:`, page)
  if (answer === 'top') return withAddress(await describeTop(db, creator), page)
  const goal = (await listPublicGoals(db, creator.uid)).find(({ status }) => status === 'ACTIVE')
  if (!goal) return withAddress(`${creator.displayName} has no open goal right now.`, page)
  return withAddress(describeGoal(goal, creator), shortGoalAddress(siteUrl, goal.goalId))
}

function describeGoal(
  { title, amountMinor, amountReceivedMinor }: GoalRow,
  { currency }: PublicCreatorRow,
): string {
  const money = (minor: number) => formatMoney(minor, currency ?? 'usd')
  const percent = Math.floor((amountReceivedMinor * 100) / amountMinor)
  const left = amountMinor - amountReceivedMinor
  const rest = left > 0 ? `${money(left)} to go` : 'fully funded'
  const numbers = `: ${money(amountReceivedMinor)} of ${money(amountMinor)} (${percent}%), ${rest}`
  return `${shorten(toSafeLine(title), limit / 2 - numbers.length)}${numbers}`
}

async function describeTop(
  db: Db,
  { uid, userName, displayName, currency }: PublicCreatorRow,
): Promise<string> {
  const [totals, { words, hidden }] = await Promise.all([
    listTopSupporters(db, uid, periodStarts(new Date()), places),
    findNameSettings(db, uid),
  ])
  const context = { ...words, ownNames: [userName, displayName], template: '' }
  const entries = totals
    .filter(({ period, name }) => period === 'month' && !hidden.has(hashName(name)))
    .map(
      ({ name, amountMinor }) =>
        `${toSafeName(name, context) || 'Anonymous'} ${formatMoney(amountMinor, currency ?? 'usd')}`,
    )
  return entries.length === 0 ? 'No tips yet this month.' : `Top tips this month (UTC): ${entries.join(', ')}`
}

/** Puts an address behind a sentence, which is shortened to fit. */
function withAddress(sentence: string, address: string): string {
  return `${shorten(toSafeLine(sentence), limit - address.length - 1)} ${address}`
}
