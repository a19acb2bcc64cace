/** Fees that creators owe, by the month of their tips, and what is written off of them. */
import { sql } from 'kysely'
import type { Currency } from '../../../contract/money/money.ts'
import type { Db, Trx } from '../../connection.ts'
import type { Mode } from '../../schema.ts'
import { lockSetOffs, sumOfOpenSetOffs } from './set-offs.ts'

/** The fees of one creator in one currency. */
export interface UnpaidFees {
  creatorUid: string
  mode: Mode
  currency: Currency
}

/** Lists creators who owe fees, after the given one, by currency. Reads the years that have such fees, by index. */
export async function listUnpaidFeesAfter(
  db: Db,
  mode: Mode,
  after: UnpaidFees | undefined,
  limit: number,
): Promise<UnpaidFees[]> {
  const { creatorUid = '00000000-0000-0000-0000-000000000000', currency = '' } = after ?? {}
  const { rows } = await sql<UnpaidFees>`
    select creator_uid, mode, currency from ledger_year
    where mode = ${mode} and fee_owed_minor <> 0 and (creator_uid, currency) > (${creatorUid}, ${currency})
    group by creator_uid, mode, currency having sum(fee_owed_minor) < 0
    order by creator_uid, currency limit ${limit}`.execute(db)
  return rows
}

/**
 * Writes off what a creator still owes of the fees of tips that were booked before the month `before` (its first day, as YYYY-MM-DD).
 * Set-offs, also those of open orders, have paid the oldest fees first. The newest fees of a month are the ones left. Repeats write off
 * nothing more. Reads the creator's months by key, and the tips of the months that it writes something off.
 */
export async function writeOffFees(trx: Trx, unpaid: UnpaidFees, before: string): Promise<void> {
  const { creatorUid, mode, currency } = unpaid
  await lockSetOffs(trx, creatorUid)
  // Entries get their ids under this lock, so that balances follow the order of the ids.
  await sql`select from creator_counter where creator_uid = ${creatorUid} for no key update`.execute(trx)
  await sql`
    with kept as materialized (
      select p.* from generate_series(
        (select make_date(min(year), 1, 1) from ledger_year
          where creator_uid = ${creatorUid} and mode = ${mode} and currency = ${currency}), now() at time zone 'utc', interval '1 month'
      ) as month (at)
      cross join lateral (
        select * from platform_month p where p.mode = ${mode} and p.month = month.at::date and p.creator_uid = ${creatorUid}
          and p.currency = ${currency}
      ) p
    ),
    paid as (
      select coalesce((select sum(owed_minor) from kept where kind = 'fee_set_off'), 0) + ${sumOfOpenSetOffs(unpaid)} as minor
    ),
    month as (
      select tip_month, sum(sum(charged)) over (order by tip_month) as charged_so_far, sum(charged) as charged,
        min(first_id) filter (where kind = 'capture') as first_id, max(last_id) filter (where kind = 'capture') as last_id
      from (select *, -owed_minor as charged from kept where kind <> 'fee_set_off') k
      group by tip_month
    ),
    owed as (
      select m.*, least(m.charged, m.charged_so_far - paid.minor) as left_minor from month m, paid
      where m.tip_month < ${before}::date
    ),
    fee as (
      select o.left_minor, t.*, sum(t.owed_minor) over (partition by o.tip_month order by t.id desc) as owed_so_far
      from owed o cross join lateral (
        select m.id, m.tip_id, m.provider, (
          select -sum(e.amount_minor) from ledger_entry e where e.tip_id = m.tip_id and e.account = 'fee_owed'
        ) as owed_minor
        from ledger_movement m
        where m.creator_uid = ${creatorUid} and m.mode = ${mode} and m.currency = ${currency} and m.kind = 'capture'
          and m.id between o.first_id and o.last_id and m.fee_owed_minor <> 0
          and date_trunc('month', m.booked_at at time zone 'utc') = o.tip_month
      ) t
      where o.left_minor > 0 and t.owed_minor > 0
    ),
    written as materialized (
      select gen_random_uuid() as movement_id, tip_id, provider, least(owed_minor, left_minor - (owed_so_far - owed_minor)) as minor
      from fee where left_minor > owed_so_far - owed_minor
    )
    insert into ledger_entry (movement_id, kind, tip_id, creator_uid, provider, mode, account, currency, amount_minor)
    select w.movement_id, 'fee_write_off', w.tip_id, ${creatorUid}, w.provider, ${mode}, e.account, ${currency}, e.amount_minor
    from written w cross join lateral (values ('fee_owed', w.minor), ('platform_fee', -w.minor)) e (account, amount_minor)
  `.execute(trx)
}
