import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { openMailer } from '../../domain/mail/mailer.ts'
import { makeReceiptToken } from '../../domain/payments/receipts/receipt-token.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { addDelivery, createTestContext, publish, publishTip, runWorkers } from '../workers.fixture.ts'
import type { TestContext } from '../workers.fixture.ts'
import { startDispatcher } from '../dispatcher.ts'
import { receiptSender } from './receipt.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { control, openSandbox, read } from '../../sandbox/sandbox.fixture.ts'

const sandbox = await forFile(openSandbox())

interface Mail {
  subject: string
  text: string
  html: string
}
const inbox = (email: string) => read<Mail[]>(sandbox, `/mail/messages?to=${email}`)

async function receiptOf({ db }: TestContext, eventId: string) {
  const row = await db
    .selectFrom('delivery')
    .select(['status', 'reason'])
    .where('eventId', '=', eventId)
    .where('destination', '=', 'receipt')
    .executeTakeFirst()
  return row && (row.reason ? `${row.status} ${row.reason}` : row.status)
}

async function open() {
  const ctx = await createTestContext('postgres', sandbox.env)
  const mark = randomBytes(4).toString('hex')
  const creator = await buildCreator(ctx.db, { displayName: 'Mira <b>', email: `c-${mark}@example.test` })
  const fan = await buildSupporter(ctx.db, { email: `fan-${mark}@example.test` })
  return { ...ctx, creator, fan }
}

test('a fan with an account gets one receipt, and one without gets none', async () => {
  await using ctx = await open()
  const { creator, fan } = ctx
  await runWorkers(ctx)

  const words = { message: 'canary message', supporterName: 'Canary Name' }
  const given = { ...words, supporterUid: fan.uid, amountMinor: 7_00, feeMinor: 35, coveredFeeMinor: 35 }
  const guest = await captureTip(ctx.db, creator.uid)
  const own = await captureTip(ctx.db, creator.uid, { ...given, coveredFeeMinor: 0 })
  await publish(ctx.queues, [...guest.eventIds, ...own.eventIds, ...own.eventIds])
  await expect.poll(() => receiptOf(ctx, own.eventIds[0]!)).toBe('sent')

  const [mail, ...others] = await inbox(fan.email)
  expect(others).toEqual([])
  expect(mail!.subject).toBe('Your receipt: £7 for Mira <b>')
  const link = `https://brimful.example/dashboard/receipt#${makeReceiptToken(ctx.config.secretsKey, own.order.id)}`
  expect(mail!.text).toContain(link)
  expect(mail!.text).toContain('You paid: £7')
  expect(mail!.text).toContain(`Payment reference: CAP-${own.order.id}`)
  expect(mail!.html).toContain('Mira &lt;b&gt;')
  expect(JSON.stringify(mail)).not.toMatch(/canary/i)
  expect(await receiptOf(ctx, guest.eventIds[0]!)).toBeUndefined()
  expect(JSON.stringify(ctx.lines)).not.toContain(link.split('#')[1])
})

test('a fan who reads German gets it in German', async () => {
  await using ctx = await open()
  const { creator, fan } = ctx
  await ctx.db.updateTable('account').set({ locale: 'de' }).where('uid', '=', fan.uid).execute()
  await runWorkers(ctx)

  const { eventIds } = await publishTip(ctx, creator.uid, { supporterUid: fan.uid, amountMinor: 7_00 })
  await expect.poll(() => receiptOf(ctx, eventIds[0]!)).toBe('sent')

  const [mail] = await inbox(fan.email)
  expect(mail!.subject).toBe('Dein Beleg: 7\u00a0£ für Mira <b>')
  expect(mail!.text).toContain('Du hast bezahlt: 7\u00a0£')
})

test('a server that cannot take it gets it again, a refusal ends it, and a repeat sends nothing', async () => {
  await using ctx = await open()
  const { creator, fan } = ctx
  const mailer = openMailer(ctx.config.mail!)
  const dispatcher = startDispatcher(ctx, 'receipt', receiptSender(ctx, mailer))
  const enqueue = async () => {
    const { eventIds } = await captureTip(ctx.db, creator.uid, { supporterUid: fan.uid })
    const eventId = eventIds[0]!
    await addDelivery(ctx, { eventId, destination: 'receipt', creatorUid: creator.uid })
    dispatcher.wake()
    return eventId
  }
  const attempts = () => ctx.lines.filter(({ queue }) => queue === 'receipt').map(({ outcome }) => outcome)

  await control(sandbox, '/mail/control/reject', { code: 451, times: 1 })
  const first = await enqueue()
  await expect.poll(() => receiptOf(ctx, first)).toBe('sent')
  expect(attempts()).toEqual(['failed', 'done'])
  dispatcher.wake()
  expect(await inbox(fan.email)).toHaveLength(1)

  await control(sandbox, '/mail/control/reject', { code: 550, times: 1 })
  const second = await enqueue()
  await expect.poll(() => receiptOf(ctx, second)).toBe('gave_up mailRefused')
  await dispatcher.close()
  mailer.close()
})
