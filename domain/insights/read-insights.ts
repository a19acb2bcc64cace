/** A creator's insights: daily earnings, totals and received tips. */
import * as z from 'zod/mini'
import type { CallResponse } from '../../contract/call.ts'
import { AppError } from '../../contract/errors.ts'
import type * as calls from '../../contract/insights/insight-calls.ts'
import type { InsightRange, ReceivedTip } from '../../contract/insights/insight-calls.ts'
import { anonymousName } from '../../contract/payments/tip.ts'
import type { TipEventJob } from '../../contract/events.ts'
import type { Db } from '../../db/connection.ts'
import { insertEvent } from '../../db/queries/deliveries/events.ts'
import * as insights from '../../db/queries/insights/insights.ts'
import { listOwnGoals } from '../goals/own-goals.ts'

const pageSize = 20

/**
 * Returns a creator's earnings on each of the last days in the creator's time zone, oldest first, and their totals. Throws AppError `not_found` when the
 * account has no currency.
 */
export async function readInsights(
  db: Db,
  creatorUid: string,
  range: InsightRange,
  now: Date = new Date(),
): Promise<CallResponse<typeof calls.getInsights>> {
  const read = await insights.readInsights(db, creatorUid, Number(range), now)
  if (!read) throw new AppError('not_found')
  const { currency, days, beforeMinor, allTimeMinor, importedMinor } = read
  const total = days.reduce((sum, { amount }) => sum + amount, 0)
  const tips = days.reduce((sum, day) => sum + day.tips, 0)
  return { currency, days, total, tips, before: beforeMinor, allTime: allTimeMinor, imported: importedMinor }
}

/** Returns what a creator has raised in total and by goal. Throws AppError `not_found` when the account has no currency. */
export async function readTotalEarnings(
  db: Db,
  creatorUid: string,
): Promise<CallResponse<typeof calls.getTotalEarnings>> {
  const sums = await insights.sumEarnings(db, creatorUid)
  if (!sums) throw new AppError('not_found')
  const { currency, totalMinor: total, generalMinor: general, importedMinor: imported } = sums
  return { currency, total, general, imported, goals: await listOwnGoals(db, creatorUid) }
}

const captureNo = z.coerce.number().check(z.int(), z.positive())

/** Returns one page of a creator's tips. Throws AppError `invalid_input` for an invalid cursor. */
export async function listReceivedTips(
  db: Db,
  creatorUid: string,
  cursor: string | undefined,
): Promise<CallResponse<typeof calls.getReceivedTips>> {
  const before = cursor === undefined ? undefined : captureNo.safeParse(cursor)
  if (before?.success === false) throw new AppError('invalid_input')
  const rows = await insights.listReceivedTips(db, creatorUid, { before: before?.data, limit: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return { tips: shown.map(toReceivedTip), next: last ? String(last.captureNo) : null }
}

function toReceivedTip(tip: insights.ReceivedTipRow): ReceivedTip {
  return {
    id: tip.id,
    name: tip.isAnonymous ? anonymousName : tip.supporterName,
    amount: tip.amountMinor,
    currency: tip.currency,
    worth: tip.worth,
    goalTitle: tip.goalTitle,
    message: tip.message || null,
    isPrivateMessage: tip.isPrivate,
    isReturned: tip.returnedMinor >= tip.amountMinor,
    isSkipped: tip.isSkipped,
    hold: tip.hold,
    isHeldForWords: tip.isForReview,
    at: tip.capturedAt.toISOString(),
  }
}

/** Shows the alert of one of the creator's own tips a second time. Throws AppError `not_found`, also for another creator's tip. */
export async function replayAlert(
  ctx: { db: Db; publish(jobs: readonly TipEventJob[]): void },
  creatorUid: string,
  tipId: string,
): Promise<void> {
  if (!(await insights.isTipOf(ctx.db, creatorUid, tipId))) throw new AppError('not_found')
  const eventId = await insertEvent(ctx.db, creatorUid, { type: 'alert.replayed', tipId })
  ctx.publish([{ eventId }])
}
