/** Tests that a chat which a thief connects with a creator's session does not outlive what the owner does about it. */
import { beforeEach, expect, test } from 'vitest'
import { platform as platforms } from '../../contract/chat/platforms.ts'
import type { Platform } from '../../contract/chat/platforms.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { findConnection } from '../../db/queries/chat/connections.ts'
import type { AccountRow } from '../../db/schema.ts'
import { control, openSandbox } from '../../sandbox/sandbox.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import { listAccountEmails } from '../emails.fixture.ts'
import { allow, decide, openConsent, visit } from './consent.fixture.ts'

const sandbox = await forFile(openSandbox())
const app = await forFile(startTestApp({ ...sandbox.env, PUBLIC_URL: 'http://localhost:1' }))

let owner: AccountRow
let cookie: string
beforeEach(async () => {
  owner = await buildCreator(app.db)
  cookie = await app.signIn(owner.uid)
})

/** Begins to connect a channel; the returned function comes back from the consent page. */
async function beginConnecting(platform: Platform, name: string): Promise<() => Promise<string>> {
  const away = await openConsent(app.url, platform, cookie)
  const back = await decide(away.location, allow[platform](name))
  return async () => (await visit(back.replace('http://localhost:1', app.url), away.cookie)).location
}

const connect = async (platform: Platform, name: string) => (await beginConnecting(platform, name))()

async function plantDiscord(): Promise<string> {
  return (await control<{ url: string }>(sandbox, '/discord/control/webhooks', { channel: 'thieves' })).url
}

async function listMails() {
  return (await listAccountEmails(app, owner.email)).filter(({ kind }) => kind === 'platform-connected')
}

async function undoLatest() {
  const email = (await listAccountEmails(app, owner.email)).at(-1)
  if (!email || !('undo' in email)) throw new Error('no link was mailed')
  return app.post('account/undo-change', { token: email.undo })
}

async function listEvents(): Promise<string[]> {
  const events = await app.db.selectFrom('accountEvent').select('kind').where('uid', '=', owner.uid).execute()
  return events.map(({ kind }) => kind)
}

test.each(platforms.options)(
  'a thief’s %s channel is recorded and mailed, and its link ends it here and there',
  async (one) => {
    await connect(one, 'thief_channel')

    const { channel, email, accessTokenSealed } = (await findConnection(app.db, owner.uid, one))!
    expect(await listMails()).toMatchObject([
      { kind: 'platform-connected', platform: one, channel: `${channel} (${email})` },
    ])
    expect(await listEvents()).toContain('platform-connected')
    const revoked: unknown[] = []
    const { revokers } = app.ctx
    const revoke = revokers[one]!
    revokers[one] = async (tokens) => {
      revoked.push(tokens.accessToken)
      await revoke(tokens)
    }
    expect((await undoLatest()).status).toBe(200)
    revokers[one] = revoke
    expect(await findConnection(app.db, owner.uid, one)).toBeUndefined()
    expect(revoked).toHaveLength(1)
    expect(accessTokenSealed).not.toBe(revoked[0])
  },
)

test('the link about any change ends the thief’s channels and leaves the owner’s older one', async () => {
  await connect('youtube', 'owner_tube')
  await app.db
    .updateTable('sensitiveChange')
    .set({ expiresAt: new Date() })
    .where('uid', '=', owner.uid)
    .execute()
  await connect('twitch', 'thief_two')
  const confirmed = await app.signInConfirmed(owner.uid)
  await app.post('account/change-password', { password: 'tractor violin moss 7' }, confirmed)

  expect((await undoLatest()).status).toBe(200)

  expect(await findConnection(app.db, owner.uid, 'twitch')).toBeUndefined()
  expect((await findConnection(app.db, owner.uid, 'youtube'))?.email).toMatch(/^owner[_.]tube@/)
})

test('a channel that is connected again sends no second mail, and another one does', async () => {
  await connect('kick', 'same_kick')
  await connect('kick', 'same_kick')
  expect(await listMails()).toHaveLength(1)

  await connect('kick', 'other_kick')

  expect(await listMails()).toHaveLength(2)
})

test('a consent that returns after an undo connects nothing', async () => {
  await connect('kick', 'before_kick')
  const finish = await beginConnecting('twitch', 'late_twitch')
  expect((await undoLatest()).status).toBe(200)

  expect(await finish()).toBe('/account')

  expect(await findConnection(app.db, owner.uid, 'twitch')).toBeUndefined()
})

test('Discord’s address needs a confirmed session, is mailed, and goes with its link', async () => {
  const address = await plantDiscord()
  expect(await app.post('account/discord/connect', { address }, cookie)).toMatchObject({
    status: 403,
    body: { code: 'confirmation_required' },
  })

  const confirmed = await app.signInConfirmed(owner.uid)
  expect((await app.post('account/discord/connect', { address }, confirmed)).status).toBe(200)

  expect(await listMails()).toMatchObject([{ platform: 'discord', channel: 'Tips' }])
  expect((await undoLatest()).status).toBe(200)
  expect(await findConnection(app.db, owner.uid, 'discord')).toBeUndefined()
})
