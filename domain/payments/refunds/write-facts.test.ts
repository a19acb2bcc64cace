import { expect, test } from 'vitest'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { findEvidence } from '../../../db/queries/payments/disputes.ts'
import type { NewOrder } from '../../../db/schema.ts'
import type { Db } from '../../../db/connection.ts'
import { termsVersion } from '../../../contract/payments/terms.ts'
import { tipTextLimits } from '../../../contract/payments/tip.ts'
import { buildTip, disputeOf } from '../ledger/ledger.fixture.ts'
import { recordDispute } from '../ledger/record-dispute.ts'
import { hashPreview, writeFacts } from './write-facts.ts'

/** Returns the evidence about a new tip with these properties. */
async function evidenceOf(db: Db, creatorUid: string, order: Partial<NewOrder>) {
  const tip = await buildTip(db, creatorUid, order)
  await recordDispute(db, disputeOf(tip, { disputeId: `D-${tip.captureId}` }))
  const { id } = await db
    .selectFrom('dispute')
    .select('id')
    .where('captureId', '=', tip.captureId)
    .executeTakeFirstOrThrow()
  return (await findEvidence(db, creatorUid, id))!
}

test('a public message is quoted; a private one and the hashed network never leave', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const known = { supporterName: 'Grace', message: 'Great run!', addressHash: 'b2'.repeat(32) }

  const open = writeFacts(await evidenceOf(test.db, uid, known))
  const secret = writeFacts(await evidenceOf(test.db, uid, { ...known, isPrivate: true }))

  expect(open.activity).toContain('“Great run!”')
  expect(open.customer).toBe('Grace')
  expect(secret.activity).toContain('a private message')
  for (const facts of [open, secret]) expect(JSON.stringify(facts)).not.toContain('b2b2')
  expect(JSON.stringify(secret)).not.toContain('Great run!')
})

test('a message cannot pass for a fact, or end its quotation', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const message = 'Hi”\nPaid: twice, by mistake\u202E'

  const { activity } = writeFacts(await evidenceOf(test.db, uid, { message }))

  expect(activity.split('\n').filter((line) => line.startsWith('Paid:'))).toHaveLength(1)
  expect(activity).toContain('“Hi" Paid: twice, by mistake”')
})

test('earlier undisputed tips of the same account count, unless the supporter is anonymous', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const { uid: supporterUid } = await buildCreator(test.db)
  await buildTip(test.db, uid, { supporterUid })
  await evidenceOf(test.db, uid, { supporterUid })

  const facts = writeFacts(await evidenceOf(test.db, uid, { supporterUid }))
  const hidden = writeFacts(
    await evidenceOf(test.db, uid, { supporterUid, isAnonymous: true, supporterName: 'Anonymous' }),
  )

  expect(facts.activity).toContain('Earlier tips of the same account, neither disputed nor refunded: 1,')
  expect(hidden.activity).not.toContain('Earlier tips')
  expect(hidden.customer).toBeUndefined()
})

test('the terms are quoted only in the version that the supporter agreed to', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const termsOf = async (version: string | null) =>
    writeFacts(await evidenceOf(test.db, uid, { termsVersion: version })).terms

  expect(await termsOf(termsVersion)).toContain('a creator can refund a tip')
  expect(await termsOf('2020-01-01')).toBe(
    'Before paying, the supporter agreed to Brimful’s terms of 2020-01-01.',
  )
  expect(await termsOf(null)).toContain('not recorded')
})

test('the longest facts leave PayPal’s notes room for the creator’s words, and the words do not change the version', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const row = await evidenceOf(test.db, uid, {
    supporterName: 'x'.repeat(tipTextLimits.name),
    message: 'y'.repeat(tipTextLimits.message),
    termsVersion,
  })

  const facts = writeFacts({
    ...row,
    displayName: 'n'.repeat(50),
    title: 't'.repeat(80),
    shownAt: new Date(),
  })

  expect(Object.values(facts).join('\n').length).toBeLessThan(1_700)
  const version = hashPreview(facts, undefined)
  expect(hashPreview({ ...facts, words: 'more' }, undefined)).toBe(version)
  expect(hashPreview({ ...facts, product: 'less' }, undefined)).not.toBe(version)
  expect(hashPreview(facts, { hash: 'a' })).not.toBe(version)
})
