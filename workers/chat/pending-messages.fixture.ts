/** Makes very many chat messages due, and measures what choosing the next one reads. */
import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { TestDb } from '../../db/database.fixture.ts'
import { buildCreator, buildOrders } from '../../db/builders.fixture.ts'
import { countPagesRead } from '../../db/pages-read.fixture.ts'
import { captureOrder } from '../../domain/payments/ledger/ledger.fixture.ts'
import { listPendingChats, listPendingMessages } from '../../db/queries/chat/pending-messages.ts'

export const destination = 'chat-twitch'
/** Comes before the id of every creator. */
export const firstUid = '00000000-0000-0000-0000-000000000000'

/** Creates creators with one tip each. */
export async function addCreators(db: Db, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const { uid } = await buildCreator(db)
    for (const order of await buildOrders(db, uid, [{}])) await captureOrder(db, order)
  }
}

/** Makes `count` messages due for each creator; every message announces the creator's only tip. */
export async function addDue(db: Db, count: number): Promise<void> {
  await sql`
    with event as (
      insert into outbox (event_id, type, creator_uid, payload, created_at, fanned_out_at)
      select gen_random_uuid(), 'tip.captured', t.creator_uid, jsonb_build_object('tipId', t.id), now(), now()
      from tip t cross join generate_series(1, ${count})
      returning event_id, creator_uid
    )
    insert into delivery (event_id, destination, creator_uid, expires_at, due_at)
    select event_id, ${destination}, creator_uid, now() + interval '1 hour', now() from event
  `.execute(db)
  await sql`analyze delivery`.execute(db)
  await sql`analyze outbox`.execute(db)
}

/** Returns how many pages choosing a chat, and one of its messages, reads. */
export async function measureTurn({ url, db }: TestDb): Promise<{ chats: number; one: number }> {
  const { creatorUid } = await db.selectFrom('tip').select('creatorUid').limit(1).executeTakeFirstOrThrow()
  return {
    chats: await countPagesRead(url, (one) =>
      listPendingChats(one, destination, { after: firstUid, limit: 1_000 }),
    ),
    one: await countPagesRead(url, (one) => listPendingMessages(one, destination, creatorUid)),
  }
}
