/** Checks the tables `ledger_movement` and `ledger_year`, which a trigger fills, against the ledger entries. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../connection.ts'
import type { Imbalance, TipFilter } from './imbalance.ts'

const sumOf = (condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(amount_minor) filter (where ${condition}), 0)`
const ofAccount = (account: string) => sumOf(sql`account = ${sql.lit(account)}`)

/**
 * Lists movements of these tips that are missing from `ledger_movement`, or have other amounts there than their entries. Reads only
 * the tips' entries and movements.
 */
export async function listUnevenMovements(db: Db, tips: TipFilter, limit: number): Promise<Imbalance[]> {
  const { rows } = await sql<Imbalance>`
    with booked as (
      select min(id) as id, movement_id, creator_uid, mode, currency, ${ofAccount('creator')} as creator,
        ${ofAccount('platform_fee')} as platform_fee, ${ofAccount('provider_fee')} as provider_fee,
        ${ofAccount('fee_owed')} as fee_owed
      from ledger_entry where ${tips(sql`tip_id`)}
      group by movement_id, kind, tip_id, creator_uid, provider, mode, currency
    )
    select 'kept movement' as what, b.movement_id::text as id, b.currency,
      (coalesce(m.creator_minor, 0) - b.creator)::bigint as off_minor
    from booked b left join ledger_movement m on m.creator_uid = b.creator_uid and m.mode = b.mode and m.id = b.id
    where (b.movement_id, b.currency, b.creator, b.platform_fee, b.provider_fee, b.fee_owed) is distinct from
      (m.movement_id, m.currency, m.creator_minor, m.platform_fee_minor, m.provider_fee_minor, m.fee_owed_minor)
    limit ${limit}
  `.execute(db)
  return rows
}

/**
 * Lists movements of these tips whose balance is not the balance of the creator's previous movement plus their own amount, and the
 * creators of these tips whose last balance is not the sum of their years. Reads two movements for each movement, and the creators'
 * years.
 */
export async function listUnevenBalances(db: Db, tips: TipFilter, limit: number): Promise<Imbalance[]> {
  const { rows } = await sql<Imbalance>`
    with mine as materialized (
      select m.* from (
        select distinct creator_uid, mode, min(id) as id from ledger_entry where ${tips(sql`tip_id`)}
        group by movement_id, kind, tip_id, creator_uid, provider, mode, currency
      ) e cross join lateral (
        select * from ledger_movement m
        where m.creator_uid = e.creator_uid and m.mode = e.mode and m.id = e.id limit 1
      ) m
    )
    (select 'kept balance' as what, m.movement_id::text as id, m.currency,
      (m.balance_minor - m.creator_minor - coalesce(p.balance_minor, 0))::bigint as off_minor
    from mine m left join lateral (
      select * from ledger_movement p
      where p.creator_uid = m.creator_uid and p.mode = m.mode and p.currency = m.currency and p.id < m.id
      order by p.id desc limit 1
    ) p on true
    where m.balance_minor <> m.creator_minor + coalesce(p.balance_minor, 0)
      or m.owed_balance_minor <> m.fee_owed_minor + coalesce(p.owed_balance_minor, 0)
    limit ${limit})
    union all
    (select 'kept balance', c.creator_uid::text, c.currency, (l.balance_minor - y.creator)::bigint
    from (select distinct creator_uid, mode, currency from mine) c
    cross join lateral (
      select * from ledger_movement l
      where l.creator_uid = c.creator_uid and l.mode = c.mode and l.currency = c.currency order by l.id desc limit 1
    ) l
    cross join lateral (
      select coalesce(sum(y.creator_minor), 0) as creator, coalesce(sum(y.fee_owed_minor), 0) as fee_owed from ledger_year y
      where y.creator_uid = c.creator_uid and y.mode = c.mode and y.currency = c.currency
    ) y
    where (l.balance_minor, l.owed_balance_minor) <> (y.creator, y.fee_owed)
    limit ${limit})
  `.execute(db)
  return rows
}

/** Lists years whose sums differ from the sums of their entries. Reads the whole ledger. */
export async function listUnevenYears(db: Db, limit: number): Promise<Imbalance[]> {
  const { rows } = await sql<Imbalance>`
    with booked as (
      select creator_uid, mode, currency, provider, extract(year from booked_at at time zone 'utc')::integer as year,
        -${sumOf(sql`account = 'provider' and kind = 'capture'`)} as received,
        ${sumOf(sql`account = 'provider' and kind <> 'capture'`)} as returned, ${ofAccount('creator')} as creator,
        ${ofAccount('platform_fee')} as platform_fee, ${ofAccount('fee_owed')} as fee_owed,
        ${ofAccount('provider_fee')} as provider_fee, ${ofAccount('disputed')} as disputed
      from ledger_entry group by creator_uid, mode, currency, provider, year
    )
    select 'kept year' as what, concat(creator_uid, ' ', year) as id, currency,
      (coalesce(y.creator_minor, 0) - coalesce(b.creator, 0))::bigint as off_minor
    from booked b full join ledger_year y using (creator_uid, mode, currency, provider, year)
    where (b.received, b.returned, b.creator, b.platform_fee, b.fee_owed, b.provider_fee, b.disputed) is distinct from
      (y.received_minor, y.returned_minor, y.creator_minor, y.platform_fee_minor, y.fee_owed_minor, y.provider_fee_minor,
        y.disputed_minor)
    limit ${limit}
  `.execute(db)
  return rows
}

/**
 * Lists creators and months whose sums of service fees differ from the entries, and closed months whose sums differ from those.
 * Reads the whole ledger.
 */
export async function listUnevenMonths(db: Db, limit: number): Promise<Imbalance[]> {
  const { rows } = await sql<Imbalance>`
    with booked as (
      select mode, date_trunc('month', booked_at at time zone 'utc')::date as month, creator_uid, currency, provider, kind,
        ${ofAccount('platform_fee')} as fee, ${ofAccount('fee_owed')} as owed
      from ledger_entry where account in ('platform_fee', 'fee_owed')
      group by mode, month, creator_uid, currency, provider, kind
    ), kept as (
      select mode, month, creator_uid, currency, provider, kind, sum(fee_minor) as fee, sum(owed_minor) as owed
      from platform_month group by mode, month, creator_uid, currency, provider, kind
    )
    (select 'kept month' as what, concat(creator_uid, ' ', month) as id, currency,
      (coalesce(k.fee, 0) - coalesce(b.fee, 0))::bigint as off_minor
    from booked b full join kept k using (mode, month, creator_uid, currency, provider, kind)
    where (coalesce(k.fee, 0), coalesce(k.owed, 0)) <> (coalesce(b.fee, 0), coalesce(b.owed, 0)) limit ${limit})
    union all
    (select 'kept month', concat(c.provider, ' ', c.month), c.currency,
      (c.charged_minor + c.returned_minor - coalesce(k.fee, 0))::bigint
    from closed_month_sum c left join lateral (
      select sum(k.fee) as fee, sum(k.fee + k.owed) as received from kept k
      where (k.mode, k.month, k.provider, k.currency) = (c.mode, c.month, c.provider, c.currency)
    ) k on true
    where (c.charged_minor + c.returned_minor, c.received_minor) <> (coalesce(k.fee, 0), coalesce(k.received, 0))
    limit ${limit})
  `.execute(db)
  return rows
}
