import { expect, test } from 'vitest'
import type { Db } from '../../../db/connection.ts'
import { showAlert } from '../../../db/alerts.fixture.ts'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { writeEvidence } from './disputes.ts'
import { recordDispute } from '../ledger/record-dispute.ts'
import { buildTip, disputeOf } from '../ledger/ledger.fixture.ts'

async function storeAlert(db: Db, creatorUid: string, eventId: string, seq: number): Promise<void> {
  await db.insertInto('alert').values({ creatorUid, seq, eventId, isTest: false, body: '{}' }).execute()
  await db.updateTable('creatorCounter').set({ alertSeq: seq }).where('creatorUid', '=', creatorUid).execute()
}

test('the evidence states when the tip was ordered, paid, shown by the creator’s overlay and shown in chat', async () => {
  await using test = await createTestDb()
  const { db } = test
  const { uid } = await buildCreator(db)
  const known = { addressHash: 'a1'.repeat(32), termsVersion: '2026-11-01' }
  const [tip, otherTip] = [await buildTip(db, uid, known), await buildTip(db, uid)]
  const order = await db
    .selectFrom('tipOrder')
    .selectAll()
    .where('providerOrderId', '=', tip.providerOrderId)
    .executeTakeFirstOrThrow()
  await recordDispute(db, disputeOf(tip))
  const { id } = await db.selectFrom('dispute').select('id').executeTakeFirstOrThrow()
  const read = async () => (await writeEvidence(db, uid, id)).text

  await storeAlert(db, uid, otherTip.eventId, 1)
  await storeAlert(db, uid, tip.eventId, 2)
  await showAlert(db, uid, 1) // the alert with `seq` 1 belongs to another tip
  expect(await read()).toContain('Shown on the stream: not confirmed by the creator’s overlay')
  expect(await read()).toContain('Shown in chat: nowhere')

  const overlayId = await showAlert(db, uid, 2)
  const chat = { eventId: tip.eventId, destination: 'chat-twitch', creatorUid: uid, reason: null } as const
  const sent = { ...chat, status: 'sent', completedAt: '2026-11-21T20:14:05.000Z' } as const
  await db.insertInto('delivery').values(sent).execute()

  const text = await read()
  const { begunAt } = await db
    .selectFrom('alert')
    .select('begunAt')
    .where('seq', '=', 2)
    .executeTakeFirstOrThrow()
  expect(text).toContain(
    `Shown on the stream: from ${begunAt!.toISOString()} for 5.8 s, by the creator’s active overlay ${overlayId}\n`,
  )
  expect(text).toContain('Shown in chat: twitch at 2026-11-21T20:14:05')
  expect(text).toContain(`Ordered: ${order.createdAt.toISOString()}`)
  expect(text).toContain('Terms agreed to: 2026-11-01')
  expect(text).toContain('Address of the supporter (keyed hash): a1a1')
  await expect(writeEvidence(db, crypto.randomUUID(), id)).rejects.toMatchObject({ code: 'not_found' })
})

test('the file for the provider has no private message', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  await recordDispute(
    test.db,
    disputeOf(await buildTip(test.db, uid, { message: 'just for you', isPrivate: true })),
  )
  const { id } = await test.db.selectFrom('dispute').select('id').executeTakeFirstOrThrow()

  const { text } = await writeEvidence(test.db, uid, id)

  expect(text).not.toContain('just for you')
  expect(text).toContain('Message: private')
})
