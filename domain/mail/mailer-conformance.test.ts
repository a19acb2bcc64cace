/** Tests our mailer with an independent SMTP server, and the sandbox's mail server with an independent client. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProgram, findPythonWith } from '../../sandbox/conformance/programs.fixture.ts'
import { control, openSandbox, read } from '../../sandbox/sandbox.fixture.ts'
import { type Mailer, MailRefusedError, openMailer } from './mailer.ts'

const withServer = findPythonWith('aiosmtpd', 'python3-aiosmtpd')
const withClient = findProgram('python3', 'python3')
const scripts = fileURLToPath(new URL('../../sandbox/conformance/mail/', import.meta.url))

let server: ChildProcess | undefined
let mailer: Mailer
let lines: AsyncIterator<string>

beforeAll(async () => {
  if (withServer.reason) return
  server = spawn(withServer.path, [`${scripts}receive.py`], { stdio: ['ignore', 'pipe', 'inherit'] })
  lines = createInterface(server.stdout!)[Symbol.asyncIterator]()
  const { value: port } = await lines.next()
  mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Brimful <hello@brimful.example>' })
})
afterAll(() => {
  mailer?.close()
  server?.kill()
})

const mail = {
  to: 'ada@example.com',
  subject: 'Grace tipped £7 🎉',
  text: 'Thank you\n.\n..for £7',
  html: '<p>Thank <b>you</b>, £7</p>',
  id: 'tip-1',
}

test('aiosmtpd receives the email exactly as our mailer was given it', async ({ skip }) => {
  skip(withServer.reason !== '', withServer.reason)

  const unsubscribeUrl = `https://brimful.example/authentication/unsubscribe?token=v1.${'a'.repeat(100)}.bbbbbbbb`
  await mailer.send({ ...mail, unsubscribeUrl })
  const got = JSON.parse((await lines.next()).value as string)

  expect(got.envelope).toEqual({ from: 'hello@brimful.example', to: ['ada@example.com'] })
  expect(got.headers).toMatchObject({
    from: 'Brimful <hello@brimful.example>',
    to: 'ada@example.com',
    subject: mail.subject,
    'message-id': '<tip-1@brimful.example>',
    'list-unsubscribe': `<${unsubscribeUrl}>`, // on one line
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  })
  expect(got.plain.split(/\r?\n/)).toEqual(mail.text.split('\n'))
  expect(got.html).toBe(mail.html)
})

test('line breaks in a subject add no header and no recipient', async ({ skip }) => {
  skip(withServer.reason !== '', withServer.reason)

  await mailer.send({ ...mail, subject: 'Eve\r\nBcc: eve@example.com\r\n\r\ntipped you' })
  const got = JSON.parse((await lines.next()).value as string)

  expect(got.envelope.to).toEqual(['ada@example.com'])
  expect(got.headers).not.toHaveProperty('bcc')
  expect(got.html).toBe(mail.html)
})

test('an address that aiosmtpd rejects is refused for good', async ({ skip }) => {
  skip(withServer.reason !== '', withServer.reason)

  await expect(mailer.send({ ...mail, to: 'nobody@example.com' })).rejects.toThrow(MailRefusedError)
})

test('Python’s client hands a mail to the stand-in, or is refused as it was told', async ({ skip }) => {
  skip(withClient.reason !== '', withClient.reason)
  await using sandbox = await openSandbox()
  const { hostname, port } = new URL(sandbox.env.SMTP_URL!)
  const send = async () => {
    const { stdout } = await promisify(execFile)(withClient.path, [`${scripts}send.py`, hostname, port])
    return JSON.parse(stdout) as { extensions: string[]; refused: Record<string, number> }
  }

  const taken = await send()
  await control(sandbox, '/mail/control/reject', { code: 550 })
  const refused = await send()
  await control(sandbox, '/mail/control/reject', { code: 451, stage: 'data' })
  const deferred = await send()

  expect(taken).toMatchObject({ refused: {}, extensions: expect.arrayContaining(['8bitmime', 'size']) })
  expect(refused.refused).toEqual({ 'Ada@example.com': 550 })
  expect(deferred.refused).toEqual({ data: 451 })
  const [kept, ...more] = await read<Record<string, string>[]>(sandbox, '/mail/messages')
  expect(more).toEqual([])
  expect(kept).toMatchObject({ from: 'python@example.com', to: ['ada@example.com'], subject: mail.subject })
  expect(kept!.text).toContain('A line\n.\n..a line that begins with dots')
  expect(kept!.html).toContain('<p>Thank <b>you</b>, £7</p>')
})
