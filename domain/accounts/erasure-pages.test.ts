import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../db/connection.ts'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import type { TestDb } from '../../db/database.fixture.ts'
import { countPagesRead } from '../../db/pages-read.fixture.ts'
import { eraseAccount } from '../../db/queries/accounts/erasure.ts'
import { indexWebhooks } from '../../db/queries/accounts/webhook-subjects.ts'
import { buildManyTips } from '../payments/ledger/ledger.fixture.ts'

/** Creates `count` paid tips between two other accounts, with alerts, notifications and webhooks, and as many unpaid orders. */
async function addOthersTips({ owner }: TestDb, count: number): Promise<void> {
  const { uid } = await buildCreator(owner)
  const { uid: supporterUid } = await buildSupporter(owner)
  await buildManyTips(owner, uid, count)
  await sql`update tip set supporter_uid = ${supporterUid} where creator_uid = ${uid}`.execute(owner)
  await sql`update tip_order set supporter_uid = ${supporterUid} where creator_uid = ${uid}`.execute(owner)
  await sql`
    insert into tip_order (provider, payee_id, mode, creator_uid, supporter_uid, supporter_name, is_anonymous, is_private, message,
      amount_minor, fee_minor, fee_mode, currency, status)
    select provider, payee_id, mode, creator_uid, supporter_uid, supporter_name, false, false, 'Hi', 500, 25, 'owed', 'gbp', 'EXPIRED'
    from tip_order where creator_uid = ${uid}`.execute(owner)
  await sql`
    with event as (
      insert into outbox (type, creator_uid, payload, fanned_out_at)
      select 'tip.captured', creator_uid, jsonb_build_object('type', 'tip.captured', 'tipId', id), now()
      from tip where creator_uid = ${uid} returning *
    ), shown as (
      insert into alert (creator_uid, seq, event_id, is_test, body)
      select creator_uid, row_number() over (), event_id, false, '{"name": "Grace"}' from event
    ), noticed as (
      insert into notification (uid, event_id, kind, tip_id)
      select creator_uid, event_id, 'tip', (payload ->> 'tipId')::uuid from event
    )
    insert into delivery (event_id, destination, creator_uid, status, completed_at)
    select event_id, 'mail', creator_uid, 'sent', now() from event`.execute(owner)
  await sql`
    insert into supporter_total (creator_uid, period, period_start, supporter_key, name, amount_minor)
    select creator_uid, 'all', '1970-01-01', 'guest:' || id, 'Grace', 500 from tip where creator_uid = ${uid}`.execute(
    owner,
  )
  await sql`
    insert into webhook_event (provider, payee_id, event_id, type, body, processed_at)
    select provider, 'acct_1', 'evt_' || id, 'x', jsonb_build_object('id', capture_id, 'text', repeat('words and ', 100)), now()
    from tip where creator_uid = ${uid}`.execute(owner)
  await indexWebhooks(owner)
  await sql`vacuum analyze`.execute(owner)
}

/** Creates a creator whose deletion is due, and who has tips received, tips given and webhooks. */
async function buildDuePerson({ owner }: TestDb): Promise<string> {
  const { uid } = await buildCreator(owner, { deletionDueAt: new Date(0) })
  const { uid: tipped } = await buildCreator(owner)
  for (const creatorUid of [uid, tipped]) await buildManyTips(owner, creatorUid, 3)
  await sql`update tip set supporter_uid = ${uid} where creator_uid = ${tipped}`.execute(owner)
  await sql`update tip_order set supporter_uid = ${uid} where creator_uid = ${tipped}`.execute(owner)
  await sql`
    insert into webhook_event (provider, payee_id, event_id, type, body)
    select provider, 'acct_9', 'evt_' || id, 'x', jsonb_build_object('id', capture_id)::text from tip`.execute(
    owner,
  )
  return uid
}

/** Erases a person and rolls that back. Returns how many webhooks about the person still had a body after the erasure. */
async function eraseForNow(db: Db, uid: string): Promise<number> {
  const trx = await db.startTransaction().execute()
  await eraseAccount(trx, uid)
  const { rows } = await sql`select from webhook_event where payee_id = 'acct_9' and body <> ''`.execute(trx)
  await trx.rollback().execute()
  return rows.length
}

test('erasing a person reads as much beside many tips of other people as beside few', async () => {
  await using test = await createTestDb({ isNew: true })
  const uid = await buildDuePerson(test)
  const countPages = () => countPagesRead(test.url, (db) => eraseForNow(db, uid))
  await addOthersTips(test, 500)
  const few = await countPages()
  await addOthersTips(test, 5_000)

  expect(await countPages()).toBeLessThanOrEqual(1.5 * few + 100)
})

test('a webhook with a very long word does not keep others from being emptied', async () => {
  await using test = await createTestDb({ isNew: true })
  const uid = await buildDuePerson(test)
  await sql`
    insert into webhook_event (provider, payee_id, event_id, type, body)
    select 'stripe', 'acct_1', 'evt_long', 'x', string_agg(md5(n::text), '') from generate_series(1, 1000) n`.execute(
    test.owner,
  )

  await indexWebhooks(test.db)

  expect(await eraseForNow(test.db, uid)).toBe(0)
})

test('a webhook whose words were not taken yet is emptied too', async () => {
  await using test = await createTestDb({ isNew: true })
  const uid = await buildDuePerson(test)

  expect(await eraseForNow(test.db, uid)).toBe(0)
  await indexWebhooks(test.db)

  expect(await eraseForNow(test.db, uid)).toBe(0)
})
