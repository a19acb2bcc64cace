import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAccountMails } from '../../db/account-mails.fixture.ts'
import { buildCreator, buildGoal, buildSupporter } from '../../db/builders.fixture.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import type { TestDb } from '../../db/database.fixture.ts'
import { deleteOldCases } from '../../db/queries/moderation/abuse-cases.ts'
import { listPublicGoals } from '../../db/queries/goals/goals.ts'
import { findOpenGoal } from '../../db/queries/payments/payees.ts'
import { readLeaderboard } from '../insights/read-leaderboard.ts'
import { captureTip } from '../payments/ledger/ledger.fixture.ts'
import { makeSecretKeys } from '../config/secret-keys.fixture.ts'
import { openWorkProof } from '../security/proof-of-work.ts'
import { solveProof } from '../security/solve-proof.fixture.ts'
import { decideReport, readReports, showAgain } from './decide-reports.ts'
import { readManagedAccount } from './manage-account.ts'
import { readAdminActions } from './read-actions.ts'
import { reportAbuse } from './report-abuse.ts'

let testDb: TestDb
beforeEach(async () => void (testDb = await createTestDb()))
afterEach(() => testDb[Symbol.asyncDispose]())

const secretsKey = makeSecretKeys()
const command = { adminUid: null, reason: 'As reported' }
const about = {
  goalId: undefined,
  name: undefined,
  reason: 'fraud',
  details: 'Not true',
  contact: '',
} as const
const visit = { address: '203.0.113.7', proof: undefined }

function contextOf() {
  const used = new Set<string>()
  return {
    db: testDb.db,
    accountLimits: { takeNetwork: async () => {} },
    limits: { useProof: async (signature: string) => !used.has(signature) && Boolean(used.add(signature)) },
    workProof: undefined,
    config: { secretsKey },
  }
}

test('reports of one thing are one case with their count, and nothing says who sent them', async () => {
  const { db } = testDb
  const { uid, userName } = await buildCreator(db)
  const { goalId, title } = await buildGoal(db, uid)
  const ctx = contextOf()

  for (const contact of ['', 'ada@example.test'])
    await reportAbuse(ctx, { ...about, userName, goalId, contact }, visit)
  await reportAbuse(ctx, { ...about, userName, name: 'Rude Name' }, visit)
  await reportAbuse(ctx, { ...about, userName, name: 'rude name' }, visit)

  const { open, decided } = await readReports(db)
  expect(decided).toEqual([])
  expect(open).toMatchObject([
    { creator: userName, goal: { id: goalId, title }, name: null, reports: 2 },
    { creator: userName, goal: null, name: 'Rude Name', reports: 2 },
  ])
  expect(open[0]!.latest.map(({ contact }) => contact)).toEqual([null, 'ada@example.test'])
  expect(JSON.stringify(await readReports(db))).not.toContain(visit.address)
})

test('of a flood the first twenty reports are kept and the others counted', async () => {
  const { db } = testDb
  const { userName } = await buildCreator(db)
  const ctx = contextOf()

  for (let count = 0; count < 23; count++) await reportAbuse(ctx, { ...about, userName }, visit)

  const { open } = await readReports(db)
  expect(open).toMatchObject([{ reports: 23 }])
  expect(open[0]!.latest).toHaveLength(20)
})

test('a report needs a proof of work for its network, which counts once', async () => {
  const { db } = testDb
  const { userName } = await buildCreator(db)
  const ctx = { ...contextOf(), workProof: openWorkProof(secretsKey, '0') }
  const send = (proof: Parameters<typeof reportAbuse>[2]['proof'], address = visit.address) =>
    reportAbuse(ctx, { ...about, userName }, { address, proof })
  const challenge = await send(undefined).catch((error) => error.details.challenge)
  const proof = await solveProof(challenge)

  await expect(send(proof, '198.51.100.1')).rejects.toMatchObject({ code: 'proof_required' })
  await send(proof)
  await expect(send(proof)).rejects.toMatchObject({ code: 'proof_required' })

  expect((await readReports(db)).open).toMatchObject([{ reports: 1 }])
})

test('only what is public can be reported, and one thing at a time', async () => {
  const { db } = testDb
  const { uid, userName } = await buildCreator(db)
  const other = await buildCreator(db)
  const { goalId } = await buildGoal(db, uid)
  const supporter = await buildSupporter(db)
  const ctx = contextOf()

  for (const wrong of [{ userName: supporter.userName }, { userName: other.userName, goalId }])
    await expect(reportAbuse(ctx, { ...about, ...wrong }, visit)).rejects.toMatchObject({ code: 'not_found' })
  await expect(reportAbuse(ctx, { ...about, userName, goalId, name: 'x' }, visit)).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('a hidden goal is public nowhere and takes no tips until it is shown again', async () => {
  const { db } = testDb
  const { uid, userName } = await buildCreator(db)
  const { goalId } = await buildGoal(db, uid)
  await reportAbuse(contextOf(), { ...about, userName, goalId }, visit)
  const { id } = (await readReports(db)).open[0]!
  const find = async () => [
    (await listPublicGoals(db, uid)).length,
    (await findOpenGoal(db, uid, goalId)) !== undefined,
  ]

  await decideReport({ db, secretsKey }, command, { id, decision: 'hide' })
  expect(await find()).toEqual([0, false])
  expect((await readReports(db)).decided).toMatchObject([{ decision: 'hide', isHidden: true }])
  await expect(decideReport({ db, secretsKey }, command, { id, decision: 'dismiss' })).rejects.toMatchObject({
    code: 'not_found',
  })

  await showAgain(db, command, id)
  expect(await find()).toEqual([1, true])
  const { actions } = await readAdminActions(db, undefined)
  expect(actions).toMatchObject([
    { action: 'show', account: userName, subject: `goal ${goalId}` },
    { action: 'hide', account: userName, subject: `goal ${goalId}`, reason: 'As reported' },
  ])
})

test('a hidden name is in no list of its creator, and the list of actions does not have it', async () => {
  const { db } = testDb
  const { uid, userName } = await buildCreator(db)
  for (const supporterName of ['Rude Name', 'Grace']) await captureTip(db, uid, { supporterName })
  await reportAbuse(contextOf(), { ...about, userName, name: 'rude name' }, visit)
  const { id } = (await readReports(db)).open[0]!

  await decideReport({ db, secretsKey }, command, { id, decision: 'hide' })

  const board = await readLeaderboard(db, uid)
  for (const list of Object.values(board)) expect(list.map(({ name }) => name)).toEqual(['Grace'])
  expect(JSON.stringify((await readAdminActions(db, undefined)).actions)).not.toMatch(/rude/i)
})

test('a whole page cannot be hidden but suspended, and a dismissed one can be reported anew', async () => {
  const { db } = testDb
  const { userName } = await buildCreator(db)
  const ctx = { db, secretsKey }
  await reportAbuse(contextOf(), { ...about, userName }, visit)
  const first = (await readReports(db)).open[0]!

  await expect(decideReport(ctx, command, { id: first.id, decision: 'hide' })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  await decideReport(ctx, command, { id: first.id, decision: 'dismiss' })
  await reportAbuse(contextOf(), { ...about, userName }, visit)
  const second = (await readReports(db)).open[0]!
  await decideReport(ctx, command, { id: second.id, decision: 'suspend' })

  expect(await readManagedAccount(db, userName)).toMatchObject({ isSuspended: true })
  expect(await listAccountMails(db)).toMatchObject([{ kind: 'suspended' }])
  const { actions } = await readAdminActions(db, undefined)
  expect(actions.map(({ action }) => action)).toEqual(['suspend', 'dismiss'])
})

test('decided cases are deleted with what visitors wrote, open ones stay', async () => {
  const { db } = testDb
  const { userName } = await buildCreator(db)
  await reportAbuse(contextOf(), { ...about, userName }, visit)
  await reportAbuse(contextOf(), { ...about, userName, name: 'x' }, visit)
  const { id } = (await readReports(db)).open[0]!
  await decideReport({ db, secretsKey }, command, { id, decision: 'dismiss' })
  await db
    .updateTable('abuseCase')
    .set({ decidedAt: new Date('2026-01-01') })
    .where('id', '=', id)
    .execute()

  await deleteOldCases(db, 180)

  const { open, decided } = await readReports(db)
  expect([open.length, decided.length]).toEqual([1, 0])
  expect(await db.selectFrom('abuseReport').select('reason').execute()).toHaveLength(1)
})
