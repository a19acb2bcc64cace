/**
 * Measures what a tip leaves behind and what it makes Postgres write, on a Postgres of its own. The figures of `docs/scaling.md`
 * come from here, and a change that makes a tip much more expensive fails.
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Destination } from '../contract/events.ts'
import { showAlert } from '../db/alerts.fixture.ts'
import { buildCreator, buildGoal, buildOrder } from '../db/builders.fixture.ts'
import { buildIndexes } from '../db/concurrent-indexes.ts'
import { openDb } from '../db/connection.ts'
import type { Db } from '../db/connection.ts'
import { migrate } from '../db/migrate.ts'
import { hasPostgresPrograms, startPrimary } from '../db/postgres-cluster.fixture.ts'
import type { AlertBody } from '../db/queries/alerts/alerts.ts'
import { claimCapture } from '../db/queries/payments/capture-claims.ts'
import { completeDeliveries, leaseDeliveries } from '../db/queries/deliveries/deliveries.ts'
import { fanOut } from '../db/queries/deliveries/fan-out.ts'
import { markOrderCreated } from '../db/queries/payments/orders.ts'
import { storeAlerts } from '../db/queries/alerts/store-alerts.ts'
import type { OrderRow } from '../db/schema.ts'
import { captureOrder } from '../domain/payments/ledger/ledger.fixture.ts'

const tips = 300
const sent: Destination[] = ['chat-twitch', 'chat-youtube', 'mail', 'receipt']
const destinations: Destination[] = ['alerts', 'notifications', ...sent]

test.skipIf(!hasPostgresPrograms)(
  'a tip to all destinations writes less than 20 KB of WAL and leaves less than 8 KB of tables and indexes',
  async () => {
    await using primary = await startPrimary()
    await using db = openDb(primary.url, { poolSize: 1 })
    await migrate(db)
    await buildIndexes(primary.url)
    // Otherwise the first change of a page after a checkpoint would write the whole page, at whatever tip that happens.
    await sql`alter system set full_page_writes = off`.execute(db)
    await sql`select pg_reload_conf()`.execute(db)
    const { uid } = await buildCreator(db)
    const { goalId } = await buildGoal(db, uid, { amountMinor: 100_000_000 })
    for (let i = 0; i < 20; i++) await giveTip(db, uid, goalId, i) // so that caches of the connection are filled
    await resetStatistics(db)
    const [from, bytesBefore] = [await readPosition(db), await readSize(db)]

    for (let i = 0; i < tips; i++) await giveTip(db, uid, goalId, i)

    const wal = (await countBytesSince(db, from)) / tips
    const size = ((await readSize(db)) - bytesBefore) / tips
    console.table(await listWrites(db))
    console.log(`a tip: ${Math.round(wal)} bytes of WAL, ${Math.round(size)} bytes of disk`)
    expect(wal).toBeLessThan(20 * 1024)
    expect(size).toBeLessThan(8 * 1024)
  },
)

const filled = 30_000

test.skipIf(!hasPostgresPrograms)(
  'on a filled database a tip after a checkpoint writes less WAL than with random ids',
  async () => {
    await using primary = await startPrimary()
    await using db = openDb(primary.url, { poolSize: 1 })
    await migrate(db)
    await buildIndexes(primary.url)
    const { uid } = await buildCreator(db)
    const { goalId } = await buildGoal(db, uid, { amountMinor: 100_000_000 })
    const walOf = async () => {
      await sql`checkpoint`.execute(db)
      const from = await readPosition(db)
      for (let i = 0; i < tips; i++) await giveTip(db, uid, goalId, i)
      return (await countBytesSince(db, from)) / tips
    }

    await giveTip(db, uid, goalId, 0)
    await fill(db, uid)
    const ordered = await walOf()
    await sql`alter table outbox alter column event_id set default gen_random_uuid()`.execute(db)
    await sql`alter table alert alter column id set default gen_random_uuid()`.execute(db)
    await sql`alter table notification alter column id set default gen_random_uuid()`.execute(db)
    const random = await walOf()

    console.log(
      `a tip after a checkpoint: ${Math.round(ordered)} bytes of WAL, with random ids ${Math.round(random)}`,
    )
    expect(ordered / random).toBeLessThan(0.7)
  },
)

/** Fills the tables whose keys are an event's, with the random ids of earlier releases. */
async function fill(db: Db, creatorUid: string): Promise<void> {
  const { id: tipId } = await db.selectFrom('tip').select('id').limit(1).executeTakeFirstOrThrow()
  await sql`
    with events as (
      insert into outbox (event_id, type, creator_uid, payload, fanned_out_at)
      select gen_random_uuid(), 'tip.captured', ${creatorUid}, jsonb_build_object('tipId', gen_random_uuid()), now()
      from generate_series(1, ${filled}) returning event_id
    ),
    deliveries as (
      insert into delivery (event_id, destination, creator_uid, status, completed_at)
      select event_id, destination, ${creatorUid}, 'sent', now() from events, unnest(${destinations}::text[]) destination
    ),
    notifications as (
      insert into notification (id, uid, event_id, kind, tip_id)
      select gen_random_uuid(), ${creatorUid}, event_id, 'tip', ${tipId} from events
    )
    insert into alert (id, creator_uid, seq, event_id, is_test, body)
    select gen_random_uuid(), ${creatorUid}, 1000000 + row_number() over (), event_id, false, '{}' from events`.execute(
    db,
  )
}

/** A tip by one of fifty supporters, from the order to the last delivery. */
async function giveTip(db: Db, creatorUid: string, goalId: string, i: number): Promise<void> {
  const supporterName = `Supporter ${i % 50}`
  const opening = await buildOrder(db, creatorUid, {
    goalId,
    supporterName,
    status: 'OPENING',
    providerOrderId: null,
  })
  const order: OrderRow = { ...opening, status: 'CREATED', providerOrderId: `ORDER-${opening.id}` }
  await markOrderCreated(db, order.id, order.providerOrderId!)
  await claimCapture(db, order)
  const { eventIds } = await captureOrder(db, order)
  for (const eventId of eventIds) {
    const { stored } = await storeAlerts(db, [{ eventId, alert: bodyOf(order) }])
    await fanOut(db, [{ creatorUid, plans: [{ eventId, destinations }] }], {
      lifetimesMs: { mail: 1e8 },
      isNotifying: true,
    })
    const isOwn = sql<boolean>`event_id = ${eventId} and destination = any(${sent}::text[])`
    for (const { id } of await db.selectFrom('delivery').select('id').where(isOwn).execute()) {
      await leaseDeliveries(db, [id], 10_000)
      await completeDeliveries(db, [id], { status: 'sent' })
    }
    await showAlert(db, creatorUid, stored.get(creatorUid)!.alerts[0]!.seq)
  }
}

function bodyOf({ supporterName: name, message, amountMinor: amount, currency }: OrderRow): AlertBody {
  return {
    kind: 'tip',
    isTest: false,
    name,
    message,
    amount,
    currency,
    goal: null,
    at: new Date().toISOString(),
  }
}

async function resetStatistics(db: Db): Promise<void> {
  await sql`select pg_stat_reset()`.execute(db)
}

async function readPosition(db: Db): Promise<string> {
  return (await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(db)).rows[0]!.at
}

async function countBytesSince(db: Db, position: string): Promise<number> {
  const query = sql<{
    bytes: number
  }>`select (pg_current_wal_insert_lsn() - ${position}::pg_lsn)::float8 as bytes`
  return (await query.execute(db)).rows[0]!.bytes
}

async function readSize(db: Db): Promise<number> {
  const query = sql<{ bytes: number }>`
    select sum(pg_total_relation_size(relid))::float8 as bytes from pg_stat_user_tables`
  return (await query.execute(db)).rows[0]!.bytes
}

/** Lists for each table how many rows a tip inserts and updates, and how many of the updates need no new index entry (HOT). */
async function listWrites(db: Db) {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<object>`
    select relname as "table", round(n_tup_ins / ${tips}::numeric, 2)::float8 as inserted,
      round(n_tup_upd / ${tips}::numeric, 2)::float8 as updated, round(n_tup_hot_upd / ${tips}::numeric, 2)::float8 as hot,
      round(pg_relation_size(relid) / ${tips}::numeric) as heap, round(pg_indexes_size(relid) / ${tips}::numeric) as indexes
    from pg_stat_user_tables where n_tup_ins + n_tup_upd > 0 order by n_tup_ins + n_tup_upd desc`.execute(db)
  return rows
}
