/** What visitors have reported, and what admins have hidden because of it. */
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Db, Trx } from '../../connection.ts'
import type { PlatformTables } from '../../platform-tables.ts'

/** How many reports of a case are kept. The case counts further ones. */
const maxKept = 20

/** The thing that is reported. Both null for a creator's whole page. */
export interface ReportedThing {
  creatorUid: string
  goalId: string | null
  name: string | null
}

/** Adds a report to the open case of a thing, or opens one. */
export async function insertReport(
  trx: Trx,
  thing: ReportedThing,
  report: Pick<Insertable<PlatformTables['abuseReport']>, 'reason' | 'details' | 'contact'>,
): Promise<void> {
  const { rows } = await sql<{ id: string; reports: number }>`
    insert into abuse_case as c (creator_uid, goal_id, name) values (${thing.creatorUid}, ${thing.goalId}, ${thing.name})
    on conflict (creator_uid, coalesce(goal_id, '00000000-0000-0000-0000-000000000000'), coalesce(lower(name), ''))
      where decided_at is null
    do update set reports = c.reports + 1
    returning id, reports`.execute(trx)
  const { id, reports } = rows[0]!
  if (reports > maxKept) return
  await trx
    .insertInto('abuseReport')
    .values({ caseId: id, ...report })
    .execute()
}

export type CaseRow = Awaited<ReturnType<typeof listCases>>[number]

/** Lists open cases, the oldest first, or decided ones, the latest first. Reads `limit` rows by index. */
export async function listCases(db: Db, state: 'open' | 'decided', limit: number) {
  const cases = casesWithNames(db)
  return state === 'open'
    ? cases.where('decidedAt', 'is', null).orderBy('openedAt').limit(limit).execute()
    : cases.where('decidedAt', 'is not', null).orderBy('decidedAt', 'desc').limit(limit).execute()
}

function casesWithNames(db: Db) {
  return db
    .selectFrom('abuseCase')
    .innerJoin('account', 'account.uid', 'abuseCase.creatorUid')
    .leftJoin('goal', 'goal.goalId', 'abuseCase.goalId')
    .select(['abuseCase.id', 'abuseCase.creatorUid', 'abuseCase.goalId', 'abuseCase.name'])
    .select(['abuseCase.reports', 'abuseCase.openedAt', 'abuseCase.decision', 'abuseCase.decidedAt'])
    .select(['account.userName', 'account.suspendedAt', 'goal.title', 'goal.description', 'goal.hiddenAt'])
}

/** Locks a case until the transaction ends. */
export async function lockCase(trx: Trx, id: string) {
  return trx
    .selectFrom('abuseCase')
    .innerJoin('account', 'account.uid', 'abuseCase.creatorUid')
    .select(['creatorUid', 'goalId', 'name', 'decidedAt', 'decision', 'account.userName'])
    .where('id', '=', id)
    .forUpdate('abuseCase')
    .executeTakeFirst()
}

/** Lists the kept reports of cases, the oldest of each first. */
export async function listReports(db: Db, caseIds: readonly string[]) {
  if (caseIds.length === 0) return []
  return db
    .selectFrom('abuseReport')
    .selectAll()
    .where('caseId', 'in', caseIds)
    .orderBy('createdAt')
    .execute()
}

/** Marks an open case as decided. */
export async function updateCase(
  trx: Trx,
  id: string,
  decision: PlatformTables['abuseCase']['decision'],
): Promise<void> {
  await trx.updateTable('abuseCase').set({ decision, decidedAt: new Date() }).where('id', '=', id).execute()
}

/** Hides a goal from everybody but its creator, or shows it again. */
export async function setGoalHidden(trx: Trx, goalId: string, isHidden: boolean): Promise<void> {
  await trx
    .updateTable('goal')
    .set({ hiddenAt: isHidden ? new Date() : null })
    .where('goalId', '=', goalId)
    .execute()
}

/** Removes a name, by its hash, from a creator's public lists, or lets it in again. */
export async function setNameHidden(
  trx: Trx,
  creatorUid: string,
  nameHash: string,
  isHidden: boolean,
): Promise<void> {
  await (isHidden
    ? trx
        .insertInto('hiddenName')
        .values({ creatorUid, nameHash })
        .onConflict((oc) => oc.doNothing())
        .execute()
    : trx
        .deleteFrom('hiddenName')
        .where('creatorUid', '=', creatorUid)
        .where('nameHash', '=', nameHash)
        .execute())
}

/** Returns the hashes of the names that are hidden in a creator's public lists. */
export async function listHiddenNames(db: Db, creatorUid: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('hiddenName')
    .select('nameHash')
    .where('creatorUid', '=', creatorUid)
    .execute()
  return new Set(rows.map(({ nameHash }) => nameHash))
}

/** Deletes cases with their reports this many days after the decision. */
export async function deleteOldCases(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('abuseCase')
    .where('decidedAt', '<', sql<Date>`now() - ${days} * interval '1 day'`)
    .execute()
}
