import { expect, test } from 'vitest'
import type { LiveTotals } from '../../contract/sockets.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { replaceOverlayKey } from '../../db/queries/alerts/overlay-settings.ts'
import { startStream } from '../../db/queries/alerts/stream-totals.ts'
import { buildTip, refundOf } from '../../domain/payments/ledger/ledger.fixture.ts'
import { recordRefund } from '../../domain/payments/ledger/record-refund.ts'
import { hashToken, makeToken } from '../../domain/security/tokens.ts'
import { startTestSockets } from './sockets.fixture.ts'
import type { TestSockets } from './sockets.fixture.ts'

async function giveKey({ db }: TestSockets, uid: string): Promise<string> {
  const key = makeToken()
  await replaceOverlayKey(db, uid, { keyHash: hashToken(key)!, keySealed: 'sealed' })
  return key
}

test('totals follow tips and refunds, and a total that is started again changes no ledger', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await buildTip(test.db, uid)
  const widget = test.page({ userUID: uid, wants: 'totals', key: await giveKey(test, uid) })
  const totals = () => widget.received('totals').at(-1) as LiveTotals | undefined
  const ledger = () => test.db.selectFrom('ledgerEntry').selectAll().orderBy('id').execute()

  await expect.poll(totals).toMatchObject({ stream: 10_00, today: 10_00, month: 10_00 })
  const before = await ledger()
  await startStream(test.db, uid)
  await test.publish({ kind: 'live', creatorUid: uid })
  await expect.poll(totals).toMatchObject({ stream: 0, today: 10_00, month: 10_00 })
  expect(await ledger()).toEqual(before)

  const capture = await buildTip(test.db, uid, { amountMinor: 25_00 })
  await test.publish({ kind: 'live', creatorUid: uid })
  await expect.poll(totals).toMatchObject({ stream: 25_00, today: 35_00 })
  await recordRefund(test.db, refundOf(capture))
  await test.publish({ kind: 'live', creatorUid: uid })
  await expect.poll(totals).toMatchObject({ stream: 21_00, today: 31_00, month: 31_00 })
  expect([widget.received('goals'), widget.received('leaderboard')]).toEqual([[], []])
})

test('a widget gets what it wants and nothing else', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const cookie = await test.signIn(uid)
  const kinds = ['goals', 'leaderboard', 'timers'] as const
  const widgets = kinds.map((wants) => ({ wants, page: test.page({ userUID: uid, wants }, cookie) }))
  for (const { wants, page } of widgets) await expect.poll(() => page.received(wants)).toHaveLength(1)

  await test.publish({ kind: 'live', creatorUid: uid }, { kind: 'timers', creatorUid: uid })
  await test.publish({ kind: 'notification', uid })

  for (const { wants, page } of widgets) {
    await expect.poll(() => page.received(wants)).toHaveLength(2)
    for (const other of [...kinds, 'totals', 'notifications'] as const)
      if (other !== wants) expect(page.received(other)).toEqual([])
  }
})

test('totals close when the key is replaced, and a wrong key is refused', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const first = await giveKey(test, uid)
  const { socket } = test.page({ userUID: uid, wants: 'totals', key: first })
  await expect.poll(() => socket.connected).toBe(true)

  const second = await giveKey(test, uid)
  await test.publish({ kind: 'overlay-access', creatorUid: uid })
  await expect.poll(() => socket.connected).toBe(false)

  const refusals: unknown[] = []
  for (const key of [first, undefined]) {
    const refused = test.page({ userUID: uid, wants: 'totals', ...(key !== undefined && { key }) })
    refused.socket.on('connect_error', (error) => refusals.push((error as { data?: unknown }).data))
  }
  await expect.poll(() => refusals).toEqual([{ code: 'forbidden' }, { code: 'forbidden' }])
  const { socket: admitted } = test.page({ userUID: uid, wants: 'totals', key: second })
  await expect.poll(() => admitted.connected).toBe(true)
})

test('totals open with the creator’s session while it lasts, but not with a wrong key', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const cookie = await test.signIn(uid)
  const wrong = test.page({ userUID: uid, wants: 'totals', key: makeToken() }, cookie)
  const refusals: unknown[] = []
  wrong.socket.on('connect_error', (error) => refusals.push((error as { data?: unknown }).data))
  const own = test.page({ userUID: uid, wants: 'totals' }, cookie)

  await expect.poll(() => own.received('totals')).toHaveLength(1)
  await expect.poll(() => refusals).toEqual([{ code: 'forbidden' }])
  await test.db.deleteFrom('session').where('uid', '=', uid).execute()
  await test.publish({ kind: 'sessions', uid })

  await expect.poll(() => own.socket.connected).toBe(false)
})
