import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Locale } from '../../contract/locale.ts'
import type { AccountEmail } from '../../domain/mail/account-emails.ts'
import { enqueueAccountEmail } from '../../domain/mail/enqueue-account-email.ts'
import { openMailer } from '../../domain/mail/mailer.ts'
import type { Mailer } from '../../domain/mail/mailer.ts'
import { startDispatcher } from '../dispatcher.ts'
import { sweep } from '../outbox-relay.ts'
import { accountMailSender } from './account-mail.ts'
import { createTestContext } from '../workers.fixture.ts'
import type { TestContext } from '../workers.fixture.ts'
import { listAccountMails } from '../../db/account-mails.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { control, openSandbox, read } from '../../sandbox/sandbox.fixture.ts'

interface Mail {
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

const code: AccountEmail = { kind: 'sign-up-code', code: '012345' }
const sandbox = await forFile(openSandbox())

async function open() {
  const ctx = await createTestContext('postgres', sandbox.env)
  const mailer = openMailer(ctx.config.mail!)
  const email = `${randomBytes(5).toString('hex')}@example.test`
  return {
    ...ctx,
    mailer,
    email,
    enqueue: (content: AccountEmail, locale: Locale = 'en') =>
      enqueueAccountEmail({ db: ctx.db, secretsKey: ctx.config.secretsKey }, { email, locale }, content),
    async [Symbol.asyncDispose]() {
      mailer.close()
      await ctx[Symbol.asyncDispose]()
    },
  }
}

async function sendAccountMails(ctx: TestContext, mailer: Mailer): Promise<void> {
  const before = await due(ctx)
  const worker = startDispatcher(ctx, 'account-mail', accountMailSender(ctx, mailer))
  await expect.poll(async () => (await due(ctx)).filter((id) => before.includes(id))).toEqual([])
  await worker.close()
}

async function due({ db }: TestContext): Promise<string[]> {
  const rows = await db
    .selectFrom('delivery')
    .select('id')
    .where('mail', 'is not', null)
    .where(isDue)
    .execute()
  return rows.map(({ id }) => id)
}

const isDue = sql<boolean>`due_at <= now() and expires_at > now()`

const inbox = (email: string) => read<Mail[]>(sandbox, `/mail/messages?to=${email}`)
const rows = ({ db }: TestContext) => listAccountMails(db)

test('an email goes out as text and in the product’s look, and its row goes with it', async () => {
  await using ctx = await open()
  const { mailer, email, enqueue } = ctx
  const worker = startDispatcher(ctx, 'account-mail', accountMailSender(ctx, mailer))

  await enqueue(code)

  await expect.poll(() => inbox(email)).toHaveLength(1)
  const [mail] = await inbox(email)
  expect(mail!.subject).toBe('012345 is your Brimful code')
  expect(Object.keys(mail!.headers).filter((name) => name.startsWith('list-'))).toEqual([]) // nobody may stop it
  expect(mail!.text).toContain('\n012345\n')
  expect(mail!.html).toContain('012345')
  await expect.poll(() => rows(ctx)).toEqual([])
  await worker.close()
  expect(JSON.stringify(ctx.lines)).not.toContain(email)
})

test('an email goes out in the language of its reader', async () => {
  await using ctx = await open()
  const { mailer, email, enqueue } = ctx
  await enqueue(code, 'de')

  await sendAccountMails(ctx, mailer)

  expect(await inbox(email)).toMatchObject([{ subject: '012345 ist dein Brimful-Code' }])
})

test('two workers send an email once', async () => {
  await using ctx = await open()
  const { mailer, email, enqueue } = ctx
  for (let n = 0; n < 10; n++) await enqueue({ kind: 'sign-up-known' })

  await Promise.all([
    sendAccountMails(ctx, mailer),
    sendAccountMails(ctx, mailer),
    sendAccountMails(ctx, mailer),
  ])

  expect(await inbox(email)).toHaveLength(10)
})

test('a server that cannot take an email now gets it again later', async () => {
  await using ctx = await open()
  const { mailer, email, enqueue } = ctx
  await enqueue(code)
  await control(sandbox, '/mail/control/reject', { code: 451, times: 1 })

  await sendAccountMails(ctx, mailer)

  expect(await rows(ctx)).toMatchObject([{ attempts: 1 }])
  await ctx.db
    .updateTable('delivery')
    .set({ dueAt: new Date(0) })
    .execute()
  await sendAccountMails(ctx, mailer)
  expect(await inbox(email)).toHaveLength(1)
})

test('an email that is refused for good, or comes too late, is dropped with its address', async () => {
  await using ctx = await open()
  const { mailer, email, enqueue } = ctx
  await enqueue(code)
  await control(sandbox, '/mail/control/reject', { code: 550, times: 1 })
  await sendAccountMails(ctx, mailer)
  expect(await rows(ctx)).toEqual([])

  await enqueue(code)
  await ctx.db
    .updateTable('delivery')
    .set({ expiresAt: new Date(0) })
    .execute()
  await sendAccountMails(ctx, mailer)
  await sweep(ctx, new Set())

  expect(await rows(ctx)).toEqual([])
  expect(await inbox(email)).toEqual([])
})
