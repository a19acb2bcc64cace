import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listAccountMails } from '../../db/account-mails.fixture.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { addTestEvent } from '../../db/alerts.fixture.ts'
import { plantService } from '../../domain/tools/webhooks.fixture.ts'
import { readWebhookLog, readWebhooks, sendAgain, showSecret } from '../../domain/tools/webhooks.ts'
import { control, openSandbox, read } from '../../sandbox/sandbox.fixture.ts'
import type { NewOrder } from '../../db/schema.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { createTestContext, publish, publishTip, runWorkers } from '../workers.fixture.ts'

const services = ['streamlabs', 'streamelements'] as const

/** Opens a service with a token of a creator, who has added it. */
async function open(dialect: (typeof services)[number]) {
  const sandbox = await openSandbox()
  const ctx = await createTestContext('postgres', sandbox.env)
  const { uid } = await buildCreator(ctx.db)
  const { token, channel } = await control<{ token: string; channel: string }>(
    sandbox,
    `/${dialect}/control/tokens`,
  )
  const id = await plantService(ctx, uid, { dialect, token, channel })
  const attempts = async () => {
    const rows = ctx.db.selectFrom('delivery').select(['status', 'reason', 'attempts'])
    return rows.where('destination', '=', 'endpoints').orderBy('createdAt').execute()
  }
  return {
    ctx,
    uid,
    id,
    token,
    attempts,
    fault: (fault: string, delayMs?: number) =>
      control(sandbox, `/${dialect}/control/faults`, { fault, ...(delayMs && { delayMs }) }),
    revoke: () => control(sandbox, `/${dialect}/control/revoke`, { token }),
    tips: async () => (await read<{ tips: object[] }>(sandbox, `/${dialect}/control/state`)).tips,
    tip: (tip: Partial<NewOrder> = {}) => publishTip(ctx, uid, tip),
    /** Makes due what waits. */
    hurry: () =>
      ctx.db
        .updateTable('delivery')
        .set({ dueAt: sql<Date>`now()` })
        .where('status', '=', 'due')
        .execute(),
    async [Symbol.asyncDispose]() {
      await ctx[Symbol.asyncDispose]()
      await sandbox[Symbol.asyncDispose]()
    },
  }
}

test.each(services)('a tip is in the list of %s once, as everybody may see it', async (dialect) => {
  await using service = await open(dialect)
  await runWorkers(service.ctx)
  const long = 'x'.repeat(300)

  await service.tip({ amountMinor: 7_50, supporterName: 'Ada', message: 'For the oven' })
  await expect.poll(service.tips).toHaveLength(1)
  await service.tip({ isAnonymous: true, isPrivate: true, supporterName: 'Grace H', message: 'hush' })
  await expect.poll(service.tips).toHaveLength(2)
  await service.tip({ supporterName: 'B'.repeat(30), message: long, currency: 'jpy', amountMinor: 500 })
  await expect.poll(service.tips).toHaveLength(3)
  // A test is told to nobody's books. Events are fanned out in order, so it has been passed over when the next tip is there.
  await publish(service.ctx.queues, [await addTestEvent(service.ctx.db, service.uid)])
  await service.tip({ supporterName: 'Eve', message: '' })
  await expect.poll(service.tips).toHaveLength(4)

  const all = await service.tips()
  expect(all).toContainEqual({ name: 'Ada', amount: 7.5, currency: 'GBP', message: 'For the oven' })
  expect(all).toContainEqual(expect.objectContaining({ name: 'Anonymous', message: '' }))
  expect(all).toContainEqual(expect.objectContaining({ amount: 500, currency: 'JPY' }))
  expect(JSON.stringify([all, service.ctx.lines])).not.toMatch(/Grace|hush/)
  expect(JSON.stringify(service.ctx.lines)).not.toContain(service.token)
  await expect.poll(service.attempts).toMatchObject(Array(4).fill({ status: 'sent', attempts: 1 }))
})

test.each(['drop-after-commit', 'status-500'])(
  'a tip whose answer is lost (%s) is not entered twice, and sent again by its creator alone',
  async (fault) => {
    await using service = await open('streamlabs')
    await service.fault(fault)
    await runWorkers(service.ctx)
    await service.tip()

    await expect
      .poll(service.attempts)
      .toMatchObject([{ status: 'gave_up', reason: 'answerLost', attempts: 1 }])
    const [delivery] = await readWebhookLog(service.ctx.db, service.uid, service.id)
    expect(delivery).toMatchObject({ status: 'gaveUp', mayHaveArrived: true })
    expect(await readWebhooks(service.ctx.db, service.uid)).toMatchObject([
      { gaveUp: 0, failingSince: expect.any(String) },
    ])
    expect(await sendAgain(service.ctx.db, service.uid, { id: service.id })).toBe(0)

    const entered = (await service.tips()).length
    await sendAgain(service.ctx.db, service.uid, { id: service.id, deliveryId: delivery!.id })
    await expect.poll(service.tips).toHaveLength(entered + 1)
  },
)

test('a worker that is killed while it sends leaves a tip that is not sent again by itself', async () => {
  await using service = await open('streamelements')
  const { eventIds } = await captureTip(service.ctx.db, service.uid)
  const begun = JSON.stringify([
    { at: new Date().toISOString(), status: null, problem: 'lost', milliseconds: 0 },
  ])
  await sql`
    insert into delivery (destination, event_id, creator_uid, endpoint_id, tries, status, attempts, leased_until)
    values ('endpoints', ${eventIds[0]}, ${service.uid}, ${service.id}, ${begun}, 'leased', 1, now() - interval '1 second')
  `.execute(service.ctx.db)
  await runWorkers(service.ctx)

  await expect.poll(service.attempts).toMatchObject([{ status: 'gave_up', reason: 'answerLost' }])
  expect(await service.tips()).toEqual([])
})

test('what did not arrive is sent later: after too many requests, and when a service was down', async () => {
  await using service = await open('streamlabs')
  for (const fault of ['rate-limited', 'status-503']) await service.fault(fault)
  await runWorkers(service.ctx)
  await service.tip()

  await expect.poll(service.attempts).toMatchObject([{ status: 'due', attempts: 0 }])
  await service.hurry()
  await expect.poll(service.attempts).toMatchObject([{ status: 'due', attempts: 1 }])
  await service.hurry()
  await expect.poll(service.attempts).toMatchObject([{ status: 'sent', attempts: 2 }])
  expect(await service.tips()).toHaveLength(1)
  const [delivery] = await readWebhookLog(service.ctx.db, service.uid, service.id)
  expect(delivery!.tries.map(({ status }) => status)).toEqual([429, 503, 200])
})

test('a token that is refused ends at once, is mailed once, and is never shown', async () => {
  await using service = await open('streamlabs')
  await service.revoke()
  await runWorkers(service.ctx)
  await service.tip()
  await service.tip()

  const ended = { status: 'gave_up', reason: 'tokenRefused', attempts: 1 }
  await expect.poll(service.attempts).toMatchObject([ended, ended])
  const mails = await listAccountMails(service.ctx.db)
  expect(mails.filter(({ kind }) => kind === 'webhook-failing')).toHaveLength(1)
  expect(await readWebhooks(service.ctx.db, service.uid)).toMatchObject([{ gaveUp: 2 }])
  await expect(showSecret(service.ctx, service.uid, service.id)).rejects.toThrow('not_found')
})

test('a token with a line break and a channel that is none are refused', async () => {
  await using ctx = await createTestContext('postgres')
  const { uid } = await buildCreator(ctx.db)
  const add = (added: { token: string; channel: string }) =>
    plantService(ctx, uid, { dialect: 'streamelements', ...added })
  const channel = '5b144fc91a5cbe3a3a920871'

  await expect(add({ token: 'a\nb', channel })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(add({ token: '', channel })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(add({ token: 'ok', channel: '../me' })).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await readWebhooks(ctx.db, uid)).toEqual([])
})
