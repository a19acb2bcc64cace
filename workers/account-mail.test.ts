import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locale } from '../contract/locale.ts'
import { enqueueAccountEmail } from '../domain/mail/enqueue-account-email.ts'
import type { AccountEmail } from '../domain/mail/account-emails.ts'
import { openMailer } from '../domain/mail/mailer.ts'
import { sendAccountMails, startAccountMail } from './account-mail.ts'
import { openTestSandbox } from './chat/sandbox.fixture.ts'
import type { TestSandbox } from './chat/sandbox.fixture.ts'
import { createTestContext } from './workers.fixture.ts'
import type { TestContext } from './workers.fixture.ts'

interface Mail {
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

const code: AccountEmail = { kind: 'sign-up-code', code: '012345' }
let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

async function open() {
  const ctx = await createTestContext('postgres', sandbox.env)
  const mailer = openMailer(ctx.config.mail!)
  const email = `${randomBytes(5).toString('hex')}@example.test`
  return {
    ctx,
    mailer,
    email,
    owe: (letter: AccountEmail, locale: Locale = 'en') =>
      enqueueAccountEmail({ db: ctx.db, secretsKey: ctx.config.secretsKey }, { email, locale }, letter),
  }
}

const inbox = (email: string) => sandbox.read<Mail[]>(`/mail/messages?to=${email}`)
const owed = ({ db }: TestContext) => db.selectFrom('accountMail').selectAll().execute()

test('a letter goes out as text and in the product’s look, and its row goes with it', async () => {
  const { ctx, mailer, email, owe } = await open()
  await using _ = ctx
  const worker = startAccountMail(ctx, mailer)

  await owe(code)

  await expect.poll(() => inbox(email), { timeout: 10_000 }).toHaveLength(1)
  const [mail] = await inbox(email)
  expect(mail!.subject).toBe('012345 is your Brimful code')
  expect(mail!.text).toContain('\n012345\n')
  expect(mail!.html).toContain('012345')
  await expect.poll(() => owed(ctx)).toEqual([])
  await worker.close()
  mailer.close()
  expect(JSON.stringify(ctx.lines)).not.toContain(email)
})

test('a letter goes out in the language of its reader', async () => {
  const { ctx, mailer, email, owe } = await open()
  await using _ = ctx
  await owe(code, 'de')

  await sendAccountMails(ctx, mailer)

  expect(await inbox(email)).toMatchObject([{ subject: '012345 ist dein Brimful-Code' }])
  mailer.close()
})

test('two workers send a letter once', async () => {
  const { ctx, mailer, email, owe } = await open()
  await using _ = ctx
  for (let n = 0; n < 10; n++) await owe({ kind: 'sign-up-known' })

  await Promise.all([
    sendAccountMails(ctx, mailer),
    sendAccountMails(ctx, mailer),
    sendAccountMails(ctx, mailer),
  ])

  expect(await inbox(email)).toHaveLength(10)
  mailer.close()
})

test('a server that cannot take a letter now gets it again later', async () => {
  const { ctx, mailer, email, owe } = await open()
  await using _ = ctx
  await owe(code)
  await sandbox.control('/mail/control/reject', { code: 451, times: 1 })

  await sendAccountMails(ctx, mailer)

  expect(await owed(ctx)).toMatchObject([{ attempts: 1 }])
  await ctx.db
    .updateTable('accountMail')
    .set({ dueAt: new Date(0) })
    .execute()
  await sendAccountMails(ctx, mailer)
  expect(await inbox(email)).toHaveLength(1)
  mailer.close()
})

test('a letter that is refused for good, or comes too late, is dropped with its address', async () => {
  const { ctx, mailer, email, owe } = await open()
  await using _ = ctx
  await owe(code)
  await sandbox.control('/mail/control/reject', { code: 550, times: 1 })
  await sendAccountMails(ctx, mailer)
  expect(await owed(ctx)).toEqual([])

  await owe(code)
  await ctx.db
    .updateTable('accountMail')
    .set({ expiresAt: new Date(0) })
    .execute()
  await sendAccountMails(ctx, mailer)

  expect(await owed(ctx)).toEqual([])
  expect(await inbox(email)).toEqual([])
  mailer.close()
})
