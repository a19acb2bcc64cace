/** Reads what calls of creators' tools respond with. All names and messages are censored by the creator's settings. */
import { AppError } from '../../contract/errors.ts'
import type { Locale } from '../../contract/locale.ts'
import { formatMoney } from '../../contract/money/money.ts'
import type { ToolGoal } from '../../contract/tools/tool-calls.ts'
import { maxToolEvents } from '../../contract/tools/tool-events.ts'
import type { FeedEvent, TipFeedEvent } from '../../contract/tools/tool-events.ts'
import type { Db } from '../../db/connection.ts'
import { findCurrency, findLocale } from '../../db/queries/accounts/accounts.ts'
import { listPublicGoals } from '../../db/queries/goals/goals.ts'
import { findLastSeq, listToolEvents } from '../../db/queries/tools/tool-events.ts'
import type { GoalRow } from '../../db/schema.ts'
import { readLeaderboard } from '../insights/read-leaderboard.ts'
import { toFeedEvent } from './to-tool-event.ts'

/** Reads a creator's goals without archived ones, in the creator's order. */
export async function readToolGoals(db: Db, uid: string): Promise<ToolGoal[]> {
  const [goals, locale] = await Promise.all([listPublicGoals(db, uid), findLocale(db, uid)])
  return goals.map((goal) => toToolGoal(goal, locale))
}

/** Reads the goal with an id, or the first active one. Throws AppError `not_found`. */
export async function readToolGoal(db: Db, uid: string, id: string | undefined): Promise<ToolGoal> {
  const goals = await readToolGoals(db, uid)
  const goal = goals.find((one) => (id === undefined ? one.status === 'ACTIVE' : one.id === id))
  if (!goal) throw new AppError('not_found')
  return goal
}

/**
 * Reads the tips among the next `limit` alerts after a cursor, or among the latest without one. The new cursor counts alerts that
 * are not tips as well.
 */
export async function readToolTips(
  db: Db,
  uid: string,
  { after, limit = maxToolEvents }: { after?: number | undefined; limit?: number | undefined },
): Promise<{ tips: TipFeedEvent[]; cursor: number; hasMore: boolean }> {
  const from = after ?? Math.max(0, (await findLastSeq(db, uid)) - limit)
  const rows = await listToolEvents(db, uid, from, limit)
  return {
    tips: rows.map(toFeedEvent).filter(isTip),
    cursor: rows.at(-1)?.seq ?? from,
    hasMore: rows.length === limit,
  }
}

const isTip = (event: FeedEvent): event is TipFeedEvent => event.type === 'tip.captured'

/** Reads the latest tip. Throws AppError `not_found`. */
export async function readLatestToolTip(db: Db, uid: string) {
  const tip = (await readToolTips(db, uid, {})).tips.at(-1)
  if (!tip) throw new AppError('not_found')
  const { id, timestamp, data } = tip
  return { id, timestamp, ...data }
}

const periods = { week: 'weekly', month: 'monthly', all: 'allTime' } as const

/** Reads the top supporters of a period; by default the ten of this month. */
export async function readToolBoard(
  db: Db,
  uid: string,
  { period = 'month', limit = 10 }: { period?: keyof typeof periods | undefined; limit?: number | undefined },
) {
  const [board, currency, locale] = await Promise.all([
    readLeaderboard(db, uid),
    findCurrency(db, uid),
    findLocale(db, uid),
  ])
  return board[periods[period]].slice(0, limit).map(({ name, amount }, index) => ({
    place: index + 1,
    name,
    amount,
    amountText: formatMoney(amount, currency ?? 'usd', locale),
  }))
}

function toToolGoal(goal: GoalRow, locale: Locale): ToolGoal {
  const { goalId, title, status, currency, amountMinor, amountReceivedMinor, endDate } = goal
  const money = (minor: number) => formatMoney(minor, currency, locale)
  return {
    id: goalId,
    title,
    status,
    currency,
    amount: amountMinor,
    amountReceived: amountReceivedMinor,
    percent: Math.floor((amountReceivedMinor * 100) / amountMinor),
    text: `${money(amountReceivedMinor)} / ${money(amountMinor)}`,
    endsAt: endDate?.toISOString() ?? null,
  }
}
