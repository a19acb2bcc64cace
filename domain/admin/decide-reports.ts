/** The queue of what visitors reported, and what admins decide about it. */
import type { CallResponse } from '../../contract/call.ts'
import { AppError } from '../../contract/errors.ts'
import type { listReports, ReportDecision, ReportedCase } from '../../contract/admin/report-calls.ts'
import type { Db, Trx } from '../../db/connection.ts'
import * as cases from '../../db/queries/moderation/abuse-cases.ts'
import type { CaseRow, ReportedThing } from '../../db/queries/moderation/abuse-cases.ts'
import { insertAdminAction } from '../../db/queries/admin/admins.ts'
import { hashName } from '../moderation/hash-name.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import type { Actor } from './actor.ts'
import { changeInTransaction } from './manage-account.ts'

const maxListed = 20

/** Reads open cases, the oldest first, and the latest that were decided, each with its reports. Says nothing about who reported. */
export async function readReports(db: Db): Promise<CallResponse<typeof listReports>> {
  const open = await cases.listCases(db, 'open', maxListed)
  const decided = await cases.listCases(db, 'decided', maxListed)
  const reports = await cases.listReports(
    db,
    [...open, ...decided].map(({ id }) => id),
  )
  const hiddenNames = new Map<string, Set<string>>()
  for (const { creatorUid, name } of decided)
    if (name !== null && !hiddenNames.has(creatorUid))
      hiddenNames.set(creatorUid, await cases.listHiddenNames(db, creatorUid))
  const toCase = (row: CaseRow): ReportedCase => ({
    id: row.id,
    creator: row.userName,
    goal:
      row.goalId === null
        ? null
        : { id: row.goalId, title: row.title ?? '', description: row.description ?? '' },
    name: row.name,
    reports: row.reports,
    openedAt: row.openedAt.toISOString(),
    decision: row.decision,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    isHidden: isHidden(row, hiddenNames.get(row.creatorUid)),
    latest: reports
      .filter(({ caseId }) => caseId === row.id)
      .map(({ createdAt, reason, details, contact }) => ({
        at: createdAt.toISOString(),
        reason,
        details,
        contact,
      })),
  })
  return { open: open.map(toCase), decided: decided.map(toCase) }
}

function isHidden(row: CaseRow, names: ReadonlySet<string> | undefined): boolean {
  if (row.decision === 'suspend') return row.suspendedAt !== null
  if (row.name !== null) return names?.has(hashName(row.name)) ?? false
  return row.hiddenAt !== null
}

interface DecisionContext {
  db: Db
  secretsKey: SecretKeys
}

/**
 * Decides about an open case and records it: `dismiss` changes nothing, `hide` hides the goal or the name, `suspend` suspends the
 * creator. Throws AppError `not_found` when the case is not open, and `invalid_input` for hiding a whole page.
 */
export async function decideReport(
  ctx: DecisionContext,
  actor: Actor,
  { id, decision }: { id: string; decision: ReportDecision },
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const thing = await cases.lockCase(trx, id)
    if (!thing || thing.decidedAt) throw new AppError('not_found')
    if (decision === 'hide' && isWholePage(thing)) throw new AppError('invalid_input')
    await cases.updateCase(trx, id, decision)
    if (decision === 'suspend') {
      const { userName } = thing
      return void (await changeInTransaction({ ...ctx, trx }, actor, { userName, change: 'suspend' }))
    }
    if (decision === 'hide') await setHidden(trx, thing, true)
    await record(trx, actor, decision, thing, id)
  })
}

/**
 * Shows the hidden goal or name of a decided case again, and records it. Throws AppError `not_found` when the case was not decided by
 * hiding something.
 */
export async function showAgain(db: Db, actor: Actor, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const thing = await cases.lockCase(trx, id)
    if (thing?.decision !== 'hide') throw new AppError('not_found')
    await setHidden(trx, thing, false)
    await record(trx, actor, 'show', thing, id)
  })
}

function isWholePage({ goalId, name }: ReportedThing): boolean {
  return goalId === null && name === null
}

async function setHidden(trx: Trx, thing: ReportedThing, isToHide: boolean): Promise<void> {
  if (thing.goalId !== null) await cases.setGoalHidden(trx, thing.goalId, isToHide)
  if (thing.name !== null) await cases.setNameHidden(trx, thing.creatorUid, hashName(thing.name), isToHide)
}

/** The list has no names of supporters, because it is kept for good. */
async function record(
  trx: Trx,
  actor: Actor,
  action: 'dismiss' | 'hide' | 'show',
  { creatorUid, goalId, name }: ReportedThing,
  caseId: string,
): Promise<void> {
  const subject = goalId !== null ? `goal ${goalId}` : name !== null ? `name ${caseId}` : 'page'
  await insertAdminAction(trx, { ...actor, action, accountUid: creatorUid, subject })
}
