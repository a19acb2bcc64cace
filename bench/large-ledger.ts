/** Fills a database with many tips, their ledger and their provider's records, in a few large statements. */
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connection.ts'

/** How many tips one statement inserts. */
const tipsAtOnce = 50_000
const otherCreators = 2_000

export interface LargeLedger {
  /** The number of tips in the database, and how many of them belong to the one large creator. */
  tips: number
  largeTips: number
  large: { uid: string; payeeId: string }
}

/**
 * Inserts card tips of 10.00 over the last two years, oldest first: those of the large creator, and the others spread over two
 * thousand creators. Each tip has an order, ledger entries, an event and the provider's transaction; one in fifty was refunded, and
 * of one in forty the creator owes the fee. `owner` must own the tables. The triggers of the ledger run, so that it has every sum
 * that the product keeps; foreign keys are not checked. Nothing is left to reconcile, and autovacuum is off.
 */
export async function buildLargeLedger(owner: Db, ledger: LargeLedger): Promise<void> {
  await insertCreators(owner)
  await alterLedgerTriggers(owner, 'enable always')
  for (let from = 1; from <= ledger.tips; from += tipsAtOnce) {
    const upTo = Math.min(from + tipsAtOnce - 1, ledger.tips)
    await owner.transaction().execute((trx) => insertTips(trx, ledger, { from, upTo }))
  }
  await alterLedgerTriggers(owner, 'enable')
  await markReconciled(owner, ledger)
  await turnAutovacuumOff(owner)
  await sql`vacuum analyze`.execute(owner)
}

const ledgerTriggers = ['ledger_balanced', 'ledger_sums_kept', 'platform_months_kept']

/** `enable always` triggers run in the mode `replica` as well, which runs no others. */
async function alterLedgerTriggers(owner: Db, how: 'enable' | 'enable always'): Promise<void> {
  for (const trigger of ledgerTriggers)
    await sql.raw(`alter table ledger_entry ${how} trigger ${trigger}`).execute(owner)
}

async function insertCreators(owner: Db): Promise<void> {
  await sql`
    with added as (
      insert into account (email, user_name, display_name, account_type, currency)
      select 'c' || n || '@example.test', 'creator_' || n, 'Creator ' || n, 1, 'gbp' from generate_series(1, ${otherCreators}::int) n
      returning uid
    )
    insert into creator_counter (creator_uid) select uid from added`.execute(owner)
}

async function insertTips(
  trx: Trx,
  { tips, largeTips, large }: LargeLedger,
  { from, upTo }: { from: number; upTo: number },
): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(trx)
  await sql`
    create temp table given on commit drop as
    select n, creator_uid, payee_id, gen_random_uuid() as order_id, gen_random_uuid() as tip_id, 'pi_large_' || n as capture_id,
      now() - (${tips}::int - n + 1) * interval '2 years' / ${tips}::int as at, case when n % 40 = 0 then 'owed' else 'split' end as fee_mode
    from generate_series(${from}::int, ${upTo}::int) n cross join lateral (
      select ${large.uid}::uuid as creator_uid, ${large.payeeId} as payee_id
      where n * ${largeTips}::bigint / ${tips}::int > (n - 1) * ${largeTips}::bigint / ${tips}::int
      union all
      select uid, 'acct_' || user_name from account where user_name = 'creator_' || 1 + n::bigint * 7919 % ${otherCreators}::int
      limit 1
    ) creator`.execute(trx)
  await sql`analyze given`.execute(trx)
  for (const statement of [
    insertOrders,
    insertTipRows,
    raiseCounters,
    insertEntries,
    addToDays,
    insertRecords,
  ])
    await sql.raw(statement).execute(trx)
}

const insertOrders = `
  insert into tip_order (id, provider, provider_order_id, payee_id, mode, creator_uid, supporter_name, is_anonymous, is_private,
    message, amount_minor, fee_minor, fee_mode, currency, status, created_at, updated_at)
  select order_id, 'stripe', 'cs_large_' || n, payee_id, 'test', creator_uid, 'Supporter ' || n % 20000, false, false,
    'For the clay!', 1000, 50, fee_mode, 'gbp', 'COMPLETED', at, at
  from given order by n`

const insertTipRows = `
  insert into tip (id, order_id, provider, capture_id, mode, creator_uid, capture_no, supporter_name, is_anonymous, is_private,
    message, amount_minor, fee_minor, provider_fee_minor, currency, records_due_at, captured_at, returned_minor)
  select tip_id, order_id, 'stripe', capture_id, 'test', creator_uid,
    capture_no + row_number() over (partition by creator_uid order by n), 'Supporter ' || n % 20000, false, false,
    'For the clay!', 1000, 50, 45, 'gbp', null, at, case when n % 50 = 7 then 1000 else 0 end
  from given join creator_counter using (creator_uid) order by n`

const raiseCounters = `
  update creator_counter c set capture_no = capture_no + tips
  from (select creator_uid, count(*) as tips from given group by creator_uid) g where g.creator_uid = c.creator_uid`

/** A refunded tip goes back except for the provider's own fee. */
const insertEntries = `
  insert into ledger_entry (movement_id, kind, tip_id, creator_uid, provider, mode, account, currency, amount_minor, booked_at, source_id)
  select case e.kind when 'capture' then tip_id else md5(tip_id || e.kind)::uuid end, e.kind, tip_id, creator_uid, 'stripe', 'test',
    account, 'gbp', share, at + delay, case e.kind when 'refund' then 'refund:re_' || n end
  from given join (values
    ('split', interval '0', 'capture', 'provider', -1000), ('split', '0', 'capture', 'creator', 950),
    ('split', '0', 'capture', 'platform_fee', 50),
    ('owed', '0', 'capture', 'provider', -1000), ('owed', '0', 'capture', 'creator', 1000),
    ('owed', '0', 'capture', 'platform_fee', 50), ('owed', '0', 'capture', 'fee_owed', -50),
    ('split', '1s', 'provider_fee', 'creator', -45), ('split', '1s', 'provider_fee', 'provider_fee', 45),
    ('owed', '1s', 'provider_fee', 'creator', -45), ('owed', '1s', 'provider_fee', 'provider_fee', 45),
    ('split', '2s', 'refund', 'provider', 1000), ('split', '2s', 'refund', 'creator', -950),
    ('split', '2s', 'refund', 'platform_fee', -50)
  ) e (fee_mode, delay, kind, account, share) using (fee_mode)
  where e.kind <> 'refund' or n % 50 = 7
  order by n, delay`

const addToDays = `
  insert into creator_day_total (creator_uid, day, amount_minor, tips)
  select creator_uid, (at at time zone 'utc')::date, sum(case when n % 50 = 7 then 0 else 1000 end), count(*) filter (where n % 50 <> 7)
  from given group by 1, 2
  on conflict (creator_uid, day) do update
    set amount_minor = creator_day_total.amount_minor + excluded.amount_minor, tips = creator_day_total.tips + excluded.tips;
  insert into creator_quarter_hour (creator_uid, starts_at, amount_minor, tips)
  select creator_uid, date_bin('15 minutes', at, '2000-01-01 00:00Z'), sum(case when n % 50 = 7 then 0 else 1000 end),
    count(*) filter (where n % 50 <> 7)
  from given group by 1, 2
  on conflict (creator_uid, starts_at) do update
    set amount_minor = creator_quarter_hour.amount_minor + excluded.amount_minor, tips = creator_quarter_hour.tips + excluded.tips`

const insertRecords = `
  insert into outbox (type, creator_uid, payload, created_at, fanned_out_at, alerted_at)
  select 'tip.captured', creator_uid, jsonb_build_object('type', 'tip.captured', 'tipId', tip_id), at, at, at from given;
  insert into provider_transaction (provider, transaction_id, mode, payee_id, source_id, capture_id, kind, settled_minor,
    settled_currency, net_minor, currency, created_at, available_at, payout_id)
  select 'stripe', 'txn_large_' || n, 'test', payee_id, 'ch_large_' || n, capture_id, 'payment',
    case fee_mode when 'split' then 905 else 955 end, 'gbp', case fee_mode when 'split' then 905 else 955 end, 'gbp',
    at, at + interval '3 days', case when at < now() - interval '4 days' then 'po_' || payee_id || to_char(at, 'IYYYIW') end
  from given`

/** The other creators' accounts are quiet: they are due in half a day. */
async function markReconciled(owner: Db, { large }: LargeLedger): Promise<void> {
  await sql`update reconciled_ledger set listed_id = newest, seen_id = newest from (select max(id) as newest from ledger_entry) l`.execute(
    owner,
  )
  await sql`update ledger_check set checked_id = newest, seen_id = newest from (select max(id) as newest from ledger_entry) l`.execute(
    owner,
  )
  await sql`
    insert into reconciled_account (provider, mode, payee_id, complete_to, due_at, access)
    select 'stripe', 'test', payee_id, now() - interval '1 hour', now() + interval '12 hours', 'listed'
    from (select distinct payee_id from tip_order where payee_id <> ${large.payeeId}) known`.execute(owner)
}

/** Vacuuming reads pages, too, which would disturb what is counted. */
async function turnAutovacuumOff(owner: Db): Promise<void> {
  const tables = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    owner,
  )
  for (const { name } of tables.rows)
    await sql.raw(`alter table ${name} set (autovacuum_enabled = false)`).execute(owner)
}
