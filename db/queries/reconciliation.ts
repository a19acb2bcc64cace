/** What is compared with providers, and the reports of it. */
import { sql } from 'kysely'
import type { Db } from '../connection.ts'
import type { OrderRow, Provider, TipRow } from '../schema.ts'

const mostAtATime = 10_000

/** Orders since then that are neither paid nor given up, oldest first. */
export async function listOpenOrders(db: Db, since: Date): Promise<OrderRow[]> {
  return db
    .selectFrom('tipOrder')
    .selectAll()
    .where('status', 'in', ['OPENING', 'CREATED', 'CLEARING'])
    .where('createdAt', '>=', since)
    .orderBy('createdAt')
    .limit(mostAtATime)
    .execute()
}

export type ComparedTip = Pick<TipRow, 'id' | 'provider' | 'captureId'> & {
  providerOrderId: string
  providerAccountId: string
}

/** What the demo made up is marked by this: no provider knows of it. */
export const madeUpPrefix = 'DEMO-'

/** Tips since then, and older ones that are disputed still, oldest first. */
export async function listTipsToCompare(db: Db, since: Date): Promise<ComparedTip[]> {
  const { rows } = await sql<ComparedTip>`
    select t.id, t.provider, t.capture_id, o.provider_order_id, o.provider_account_id
    from tip t join tip_order o on o.id = t.order_id
    where (t.captured_at >= ${since} or exists (
      select from dispute d where d.provider = t.provider and d.capture_id = t.capture_id and d.status = 'open'))
      and not starts_with(t.capture_id, ${madeUpPrefix})
    order by t.captured_at limit ${mostAtATime}
  `.execute(db)
  return rows
}

/** The accounts at a provider that payments may have gone to since then: those of orders, and those that are connected. */
export async function listPayees(db: Db, provider: Provider, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select provider_account_id as id from tip_order where provider = ${provider} and created_at >= ${since}
    union select provider_account_id from payout_account where provider = ${provider} and is_ready
    order by id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Keeps a report; those of the last ninety days stay. */
export async function saveReconcileReport(
  db: Db,
  { startedAt, since, report }: { startedAt: Date; since: Date; report: object },
): Promise<void> {
  await db
    .insertInto('reconcileReport')
    .values({ startedAt, since, report: JSON.stringify(report) })
    .execute()
  await db
    .deleteFrom('reconcileReport')
    .where('finishedAt', '<', sql<Date>`now() - interval '90 days'`)
    .execute()
}
