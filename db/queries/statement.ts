/** A creator's ledger: its movements, its totals by year, and the owed fees. */
import { sql } from 'kysely'
import type { MovementKind, StatementEntry, YearSummary } from '../../contract/statement-calls.ts'
import type { PayoutCurrency } from '../../contract/money.ts'
import type { Db } from '../connection.ts'
import type { Mode } from '../schema.ts'

export interface StatementFilter {
  creatorUid: string
  mode: Mode
  year?: number | undefined
  kind?: MovementKind | undefined
}

/** The contract's entry with `bookedAt` as a date. */
export type StatementRow = Omit<StatementEntry, 'bookedAt'> & { bookedAt: Date }

/** Lists a creator's movements before the entry id `before`, newest first. Their balances take a read of the whole ledger. */
export async function listStatement(
  db: Db,
  { creatorUid, mode, year, kind, before }: StatementFilter & { before?: number | undefined },
  limit: number,
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    with movement as (
      select min(id) as id, movement_id, kind, tip_id, provider, currency, min(booked_at) as booked_at,
        coalesce(sum(amount_minor) filter (where account = 'creator'), 0)::bigint as amount,
        -coalesce(sum(amount_minor) filter (where account = 'platform_fee'), 0)::bigint as platform_fee,
        -coalesce(sum(amount_minor) filter (where account = 'provider_fee'), 0)::bigint as provider_fee
      from ledger_entry where creator_uid = ${creatorUid} and mode = ${mode}
      group by movement_id, kind, tip_id, provider, currency
    ),
    running as (
      select *, sum(amount) over (partition by currency order by id)::bigint as balance from movement
    )
    select r.id, r.tip_id, r.kind, r.booked_at, r.provider, r.currency, r.amount, r.platform_fee, r.provider_fee,
      r.balance, case when t.is_anonymous then 'Anonymous' else t.supporter_name end as name,
      ${refundable} as refundable
    from running r join tip t on t.id = r.tip_id
    where (${before ?? null}::bigint is null or r.id < ${before ?? null}::bigint)
      and (${kind ?? null}::text is null or r.kind = ${kind ?? null}::text)
      and (${year ?? null}::int is null or extract(year from r.booked_at at time zone 'utc') = ${year ?? null}::int)
    order by r.id desc limit ${limit}
  `.execute(db)
  return rows
}

/** The part of a tip's charge that can still be refunded; 0 while a dispute or another refund of the tip is open. */
export const refundable = sql<number>`case
  when exists (select from dispute d where d.provider = t.provider and d.capture_id = t.capture_id and d.status = 'open')
    or exists (select from refund_request q where q.tip_id = t.id and q.status = 'asked') then 0
  else -coalesce((select sum(l.amount_minor) from ledger_entry l where l.tip_id = t.id and l.account = 'provider'), 0)
  end::bigint`

/** Lists totals of each year and currency, newest first. Reads the creator's whole ledger. */
export async function listYears(db: Db, creatorUid: string, mode: Mode): Promise<YearSummary[]> {
  const { rows } = await sql<YearSummary>`
    select extract(year from booked_at at time zone 'utc')::int as year, currency,
      coalesce(-sum(amount_minor) filter (where account = 'provider' and kind = 'capture'), 0)::bigint as received,
      coalesce(-sum(amount_minor) filter (where account = 'provider' and kind <> 'capture'), 0)::bigint as returned,
      coalesce(-sum(amount_minor) filter (where account = 'platform_fee'), 0)::bigint as platform_fees,
      coalesce(-sum(amount_minor) filter (where account = 'provider_fee'), 0)::bigint as provider_fees,
      coalesce(sum(amount_minor) filter (where account = 'creator'), 0)::bigint as net
    from ledger_entry where creator_uid = ${creatorUid} and mode = ${mode}
    group by 1, 2 order by 1 desc, 2
  `.execute(db)
  return rows
}

/** Returns the fees that a creator still owes, by currency, without zeros. */
export async function listUnpaidFees(
  db: Db,
  creatorUid: string,
  mode: Mode,
): Promise<{ currency: PayoutCurrency; amount: number }[]> {
  const { rows } = await sql<{ currency: PayoutCurrency; amount: number }>`
    select currency, -sum(amount_minor)::bigint as amount from ledger_entry
    where creator_uid = ${creatorUid} and mode = ${mode} and account = 'fee_owed'
    group by currency having sum(amount_minor) <> 0 order by currency
  `.execute(db)
  return rows
}
