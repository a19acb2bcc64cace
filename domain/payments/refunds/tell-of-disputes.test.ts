import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listAccountMails } from '../../../db/account-mails.fixture.ts'
import { buildCreator } from '../../../db/builders.fixture.ts'
import type { Db } from '../../../db/connection.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { countPagesRead } from '../../../db/pages-read.fixture.ts'
import { listDisputeNotices, lockDueNotices } from '../../../db/queries/notifications/dispute-notices.ts'
import { insertResponse } from '../../../db/queries/payments/dispute-responses.ts'
import { makeSecretKeys } from '../../config/secret-keys.fixture.ts'
import { openAccountEmail } from '../../mail/enqueue-account-email.ts'
import { recordDispute } from '../ledger/record-dispute.ts'
import { buildManyTips, buildTip, disputeOf } from '../ledger/ledger.fixture.ts'
import type { ProviderDispute } from '../provider/reports.ts'
import { tellOfDisputes } from './tell-of-disputes.ts'

const secretsKey = makeSecretKeys()
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

async function openCase() {
  const test = await createTestDb({ isNew: true })
  const { db } = test
  const { uid } = await buildCreator(db)
  const tip = await buildTip(db, uid)
  let hour = 0
  return {
    db,
    uid,
    tip,
    /** Records a report of the dispute that is an hour newer than the last one. */
    report: (dispute: Partial<ProviderDispute> = {}) =>
      recordDispute(db, disputeOf(tip, { asOf: new Date(Date.now() + (hour += 1) * 3_600_000), ...dispute })),
    tell: (now?: Date) => tellOfDisputes({ db, config: { secretsKey } }, now),
    notices: async () => (await listDisputeNotices(db, uid, 10)).map(({ kind }) => kind).toReversed(),
    async mails() {
      const rows = await listAccountMails(db)
      return rows.map((row) => {
        const email = openAccountEmail(secretsKey, row)
        return email.kind === 'dispute' ? email.notice : email.kind
      })
    },
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  }
}

test('tells that a dispute began, is due soon and was decided, once each however often it is reported', async () => {
  await using one = await openCase()
  const open = { status: 'open', respondBy: inDays(7) } as const

  await one.report(open)
  expect(await one.tell()).toEqual([one.uid])
  await one.report(open)
  expect(await one.tell()).toEqual([])
  expect(await one.tell(inDays(3.9))).toEqual([])
  expect(await one.tell(inDays(4.1))).toEqual([one.uid])
  await one.report(open)
  expect(await one.tell(inDays(5))).toEqual([])
  await one.report({ status: 'lost' })
  await one.report({ status: 'lost' })
  expect(await one.tell(inDays(8))).toEqual([one.uid])
  expect(await one.tell(inDays(9))).toEqual([])

  const notified = ['open', 'due', 'lost']
  expect(await one.notices()).toEqual(notified)
  expect(await one.mails()).toEqual(notified)
})

test('tells of an inquiry, of the dispute that it becomes, and of a new deadline', async () => {
  await using one = await openCase()

  await one.report({ status: 'inquiry', respondBy: inDays(5) })
  await one.tell()
  await one.report({ status: 'open', respondBy: inDays(10) })
  await one.tell()
  await one.tell(inDays(7.5))
  await one.report({ status: 'open', respondBy: inDays(14) })
  await one.tell(inDays(8))
  await one.tell(inDays(11.5))
  await one.report({ status: 'won' })
  await one.tell(inDays(12))

  expect(await one.notices()).toEqual(['inquiry', 'open', 'due', 'due', 'won'])
})

test('an answer, or a decision, leaves nothing to remind of', async () => {
  await using one = await openCase()
  await one.report({ status: 'open', respondBy: inDays(7) })
  await one.tell()
  const { id: disputeId } = await one.db.selectFrom('dispute').select('id').executeTakeFirstOrThrow()
  const answer = { disputeId, isInquiry: false, creatorUid: one.uid, kind: 'evidence', fields: {} } as const
  await insertResponse(one.db, answer)

  expect(await one.tell(inDays(5))).toEqual([])
  expect(await one.notices()).toEqual(['open'])
})

test('a dispute that began shortly before its deadline is told once, and one that came too late not at all as due', async () => {
  await using one = await openCase()
  await one.report({ status: 'open', respondBy: inDays(2) })
  await one.tell()
  await one.tell(inDays(1))
  await one.tell(inDays(3))
  expect(await one.notices()).toEqual(['open'])
})

test('two processes tell once; what fails to be stored is told later', async () => {
  await using one = await openCase()
  await one.report()

  await expect(tellOfDisputes({ db: one.db, config: { secretsKey: [Buffer.alloc(1)] } })).rejects.toThrow()
  expect(await one.notices()).toEqual([])
  const notified = await Promise.all([one.tell(), one.tell(), one.tell()])

  expect(notified.flat()).toEqual([one.uid])
  expect(await one.mails()).toEqual(['open'])
})

test('a dispute is told when its payment is recorded, and of another payment never', async () => {
  await using one = await openCase()
  await one.report({ captureId: 'CAP-elsewhere', disputeId: randomUUID() })

  expect(await one.tell()).toEqual([])
  expect(await one.mails()).toEqual([])
})

/** Returns how many database pages it takes to find the one due dispute after this many that were told, and then to find none. */
async function countAfter(disputes: number): Promise<number> {
  await using books = await createTestDb({ isNew: true })
  const { db, owner, url } = books
  const { uid } = await buildCreator(db)
  await buildManyTips(owner, uid, disputes)
  await sql`
    insert into dispute (provider, dispute_id, capture_id, mode, amount_minor, currency, status, opened_at, as_of, applied_at, notice_due_at)
    select provider, 'TOLD-' || capture_id, capture_id, mode, amount_minor, currency, 'won', now(), now(), now(), null from tip
  `.execute(owner)
  await recordDispute(db, disputeOf(await buildTip(db, uid), { status: 'open', respondBy: inDays(7) }))
  await sql`analyze`.execute(owner)
  const lock = (watched: Db) => watched.transaction().execute((trx) => lockDueNotices(trx, new Date(), 50))
  const due = await countPagesRead(url, async (watched) => {
    expect(await lock(watched)).toMatchObject([{ uid }])
  })
  await tellOfDisputes({ db, config: { secretsKey } })
  return (
    due +
    (await countPagesRead(url, async (watched) => {
      expect(await lock(watched)).toEqual([])
    }))
  )
}

test('finding what is due reads as much after many disputes as after few', async () => {
  expect(await countAfter(4_000)).toBeLessThanOrEqual(1.5 * (await countAfter(80)) + 5)
})
