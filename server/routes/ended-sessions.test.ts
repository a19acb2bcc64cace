/** Tests that whatever ends sessions tells every server, which closes the pages that are open in them. */
import { beforeEach, expect, test } from 'vitest'
import { buildCreator } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import type { AccountRow } from '../../db/schema.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { startTestApp } from '../app.fixture.ts'
import { behindProxy, listAccountEmails, openBrowser } from '../emails.fixture.ts'
import type { Browser } from '../emails.fixture.ts'

const app = await forFile(startTestApp(behindProxy))
const password = 'correct-horse-1'
const newPassword = 'tractor violin moss 7'
const passwordHash = await hashPassword(password)
const published: unknown[] = []
await app.ctx.pubsub.subscribe((message) => void published.push(message))

let owner: AccountRow
let browser: Browser
beforeEach(async () => {
  owner = await buildCreator(app.db, { passwordHash })
  browser = openBrowser(app)
  await browser.post('account/log-in', { email: owner.email, password })
  await browser.post('account/confirm', { password })
})

const ways: Record<string, () => Promise<unknown>> = {
  'a log-out': () => browser.post('account/log-out'),
  'the end of one session by its owner': async () => {
    const { body } = await browser.get('account/sessions')
    const [session] = (body as { sessions: { id: string }[] }).sessions
    return browser.post('account/sessions/revoke', { id: session!.id })
  },
  'a log-out everywhere': () => browser.post('account/log-out-everywhere'),
  'a new password': () => browser.post('account/change-password', { password: newPassword }),
  'a password by the link from an email': async () => {
    await browser.post('account/password-reset/request', { email: owner.email })
    const mail = (await listAccountEmails(app, owner.email)).at(-1)
    if (mail?.kind !== 'reset-password') throw new Error('no link was mailed')
    return openBrowser(app).post('account/password-reset/finish', {
      token: mail.token,
      password: newPassword,
    })
  },
  'the undoing of a change': async () => {
    await browser.post('account/change-password', { password: newPassword })
    await expect.poll(() => published).toContainEqual({ kind: 'sessions', uid: owner.uid })
    published.length = 0
    const mail = (await listAccountEmails(app, owner.email)).at(-1)
    if (mail?.kind !== 'password-changed') throw new Error('no link was mailed')
    return openBrowser(app).post('account/undo-change', { token: mail.undo })
  },
  'the deletion of the account': () => browser.post('account/delete'),
}

test.each(Object.entries(ways))('%s is announced', async (_, end) => {
  published.length = 0

  expect(await end()).toMatchObject({ status: 200 })

  await expect.poll(() => published).toContainEqual({ kind: 'sessions', uid: owner.uid })
})
