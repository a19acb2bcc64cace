/** Finds imbalances of the ledger, and tips and goals that do not agree with it. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'
import { listUnevenBalances, listUnevenMonths, listUnevenMovements, listUnevenYears } from './kept-sums.ts'
import type { EntryRange, Imbalance, TipFilter } from './imbalance.ts'

/**
 * Lists imbalances, at most `limit` of each kind. Entries must sum to zero per movement, tip, creator, provider and in total. The
 * ledger account 'provider' of a tip must hold the tip's charge (the tip, plus a covered fee) minus what was returned, apart from adjustments. A goal must
 * hold the sum of its tips. The sums that the trigger of `0039-kept-sums` stores must equal the sums of the entries. Reads the
 * whole ledger.
 */
export async function listImbalances(db: Db, limit: number): Promise<Imbalance[]> {
  const found = await Promise.all([
    listUnevenSums(db, limit),
    listUnevenTips(db, everyTip, limit),
    listUnevenGoals(db, limit),
    listUnevenMovements(db, everyTip, limit),
    listUnevenBalances(db, everyTip, limit),
    listUnevenYears(db, limit),
    listUnevenMonths(db, limit),
  ])
  return found.flat()
}

const everyTip: TipFilter = () => sql`true`

/**
 * Lists imbalances of the tips that have entries in a range of ids, at most `limit` of each kind. Checks that the entries of each
 * movement and tip sum to zero, that the tips' amounts agree with their entries, and that the sums stored by the trigger are right.
 * Does not check goals and the sums of whole years. Reads only the entries of these tips.
 */
export async function listImbalancesIn(
  db: Db,
  { after, upTo }: EntryRange,
  limit: number,
): Promise<Imbalance[]> {
  // Postgres expects few elements of an array, so it finds the tips by an index in each statement instead of reading all of them.
  const tips: TipFilter = (id) =>
    sql`${id} = any (array(select tip_id from ledger_entry where id > ${after} and id <= ${upTo}))`
  const found = await Promise.all([
    listUnevenSumsOf(db, tips, limit),
    listUnevenTips(db, tips, limit),
    listUnevenMovements(db, tips, limit),
    listUnevenBalances(db, tips, limit),
  ])
  return found.flat()
}

async function listUnevenSumsOf(db: Db, tips: TipFilter, limit: number): Promise<Imbalance[]> {
  const { rows } = await sql<Imbalance>`
    select case when grouping(movement_id) = 0 then 'movement' else 'tip' end as what,
      coalesce(movement_id, tip_id)::text as id, currency, sum(amount_minor)::bigint as off_minor
    from ledger_entry where ${tips(sql`tip_id`)}
    group by grouping sets ((movement_id, creator_uid, provider, mode, currency), (tip_id, currency))
    having sum(amount_minor) <> 0
    limit ${limit}
  `.execute(db)
  return rows
}

async function listUnevenSums(db: Db, limit: number): Promise<Imbalance[]> {
  const { rows } = await sql<Imbalance>`
    select case
        when grouping(movement_id) = 0 then 'movement'
        when grouping(tip_id) = 0 then 'tip'
        when grouping(creator_uid) = 0 then 'creator'
        when grouping(provider) = 0 then 'provider'
        else 'total' end as what,
      coalesce(movement_id::text, tip_id::text, creator_uid::text, provider || ' ' || mode, '') as id,
      currency, sum(amount_minor)::bigint as off_minor
    from ledger_entry
    group by grouping sets (
      (movement_id, currency), (tip_id, currency), (creator_uid, currency), (provider, mode, currency), (currency)
    )
    having sum(amount_minor) <> 0
    limit ${limit}
  `.execute(db)
  return rows
}

/** Lists the given tips whose entries do not sum to zero, or name another creator, provider, mode or currency than the tip. */
async function listUnevenTips(db: Db, tips: TipFilter, limit: number): Promise<Imbalance[]> {
  const { rows } = await sql<Imbalance>`
    select case when e.foreign_entries > 0 then 'tip entries' else 'tip money' end as what, t.id, t.currency,
      (t.amount_minor - t.returned_minor - coalesce(e.charged_minor - e.back_minor, 0))::bigint as off_minor
    from tip t left join (
      select e.tip_id,
        count(*) filter (where (e.creator_uid, e.provider, e.mode, e.currency)
          is distinct from (t.creator_uid, t.provider, t.mode, t.currency)) as foreign_entries,
        -sum(e.amount_minor) filter (where e.account = 'provider' and e.kind = 'capture') as charged_minor,
        coalesce(sum(e.amount_minor) filter (where e.account = 'provider' and e.kind not in ('capture', 'adjustment')), 0) as back_minor
      from ledger_entry e join tip t on t.id = e.tip_id
      where ${tips(sql`e.tip_id`)} and ${tips(sql`t.id`)} group by e.tip_id
    ) e on e.tip_id = t.id
    where ${tips(sql`t.id`)} and (e.foreign_entries is distinct from 0
      or e.charged_minor is distinct from t.amount_minor + t.covered_fee_minor
      -- If the supporter covered the fee, only a proportional part of each returned charge belongs to the tip, rounded to the
      -- nearest minor unit.
      -- A dispute may take more than is left of the charge, but no more than the tip is returned. All of a repeat counts as
      -- returned from the start.
      or t.repeats_tip_id is null and t.returned_minor <> least(t.amount_minor,
        floor((2 * t.amount_minor::numeric * e.back_minor + e.charged_minor) / (2 * e.charged_minor))))
    limit ${limit}
  `.execute(db)
  return rows
}

async function listUnevenGoals(db: Db, limit: number): Promise<Imbalance[]> {
  const { rows } = await sql<Imbalance>`
    select 'goal' as what, g.goal_id as id, g.currency,
      (s.amount_received_minor - coalesce(sum(kept_worth(t)), 0))::bigint as off_minor
    from goal g join goal_span s on s.goal_id = g.goal_id
    left join tip t on t.goal_id = g.goal_id and t.captured_at >= s.starts_at and t.captured_at < s.ends_at
    group by g.goal_id, s.period_no, s.amount_received_minor
    having s.amount_received_minor <> coalesce(sum(kept_worth(t)), 0)
    limit ${limit}
  `.execute(db)
  return rows
}
