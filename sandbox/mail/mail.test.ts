import { createTransport } from 'nodemailer'
import { expect } from 'vitest'
import type { Sandbox } from '../start.ts'
import { control, read } from '../sandbox.fixture.ts'
import type { Mail } from './inbox.ts'
import { test } from '../test.fixture.ts'

const mail = {
  from: 'Brimful <hello@brimful.example>',
  to: 'Ada@example.com',
  subject: 'Grace tipped £7 <3',
  text: 'Your code is 123456',
  html: '<p>Your code is <b>123456</b></p><script>alert(1)</script>',
}

const send = ({ env }: Sandbox, change: object = {}) =>
  createTransport(env.SMTP_URL).sendMail({ ...mail, ...change })
const listTo = (sandbox: Sandbox, to: string) =>
  read<Mail[]>(sandbox, `/mail/messages?to=${encodeURIComponent(to)}`)

test('shows emails sent with nodemailer as JSON and on pages', async ({ sandbox }) => {
  await send(sandbox)
  await send(sandbox, { to: 'grace@example.com', subject: 'Another' })

  const [first, ...others] = await listTo(sandbox, 'ada@EXAMPLE.com')
  expect(others).toEqual([])
  expect(first).toMatchObject({
    from: 'hello@brimful.example',
    to: ['ada@example.com'],
    subject: 'Grace tipped £7 <3',
    text: expect.stringContaining('123456'),
    html: expect.stringContaining('<b>123456</b>'),
  })
  expect((await read<Mail[]>(sandbox, '/mail/messages')).map(({ subject }) => subject)).toEqual([
    'Another',
    'Grace tipped £7 <3',
  ])
  const page = await (await fetch(`${sandbox.url}/mail/${first!.id}`)).text()
  expect(page).toContain('Your code is 123456')
  expect(page).not.toContain('<script>alert')
  expect(await (await fetch(`${sandbox.url}/mail`)).text()).toContain('Another')
})

test('refuses the next emails with the code that the control sets', async ({ sandbox }) => {
  await control(sandbox, '/mail/control/reject', { code: 550, times: 1 })
  await control(sandbox, '/mail/control/reject', { code: 451, times: 1, stage: 'data' })

  await expect(send(sandbox)).rejects.toMatchObject({ code: 'EENVELOPE', responseCode: 550 })
  await expect(send(sandbox)).rejects.toMatchObject({ code: 'EMESSAGE', responseCode: 451 })
  await send(sandbox)

  expect(await listTo(sandbox, 'ada@example.com')).toHaveLength(1)
})

test('delays emails, and accepts any log-in', async ({ sandbox }) => {
  await control(sandbox, '/mail/control/slow', { delayMs: 300 })
  const withPassword = {
    ...sandbox,
    env: { ...sandbox.env, SMTP_URL: sandbox.env.SMTP_URL!.replace('//', '//ada:secret@') },
  }

  const before = Date.now()
  await send(withPassword)

  expect(Date.now() - before).toBeGreaterThanOrEqual(290)
  expect(await listTo(sandbox, 'ada@example.com')).toHaveLength(1)
})
