/** Payments whose sums differ between their provider and the ledger. Every query reads only these payments. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'
import type { Difference } from '../../reconciliation-tables.ts'
import type { Mode, Provider } from '../../schema.ts'

export interface DifferingPayment {
  provider: Provider
  payeeId: string
  captureId: string
  foundAt: Date
  differences: Difference[]
}

/** Lists payments whose sums differ, oldest first, including payments without a tip. */
export async function listDifferences(db: Db, limit: number): Promise<DifferingPayment[]> {
  const { rows } = await sql<DifferingPayment>`
    select provider, payee_id, capture_id, found_at, differences from payment_comparison
    where found_at is not null order by found_at limit ${limit}
  `.execute(db)
  return rows
}

export type CreatorsDifference = Pick<DifferingPayment, 'provider' | 'differences'> & {
  tipId: string
  name: string
}

/** Lists the tips of a creator whose sums differ, oldest first. */
export async function listDifferencesOf(
  db: Db,
  creatorUid: string,
  mode: Mode,
  limit: number,
): Promise<CreatorsDifference[]> {
  const { rows } = await sql<CreatorsDifference>`
    select t.id as tip_id, c.provider, c.differences,
      case when t.is_anonymous then 'Anonymous' else t.supporter_name end as name
    from payment_comparison c join tip t on t.provider = c.provider and t.capture_id = c.capture_id
    where c.found_at is not null and t.creator_uid = ${creatorUid} and t.mode = ${mode}
    order by c.found_at limit ${limit}
  `.execute(db)
  return rows
}
