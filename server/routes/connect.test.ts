import { expect, test } from 'vitest'
import { findConnection } from '../../db/queries/chat/connections.ts'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { platform } from '../../contract/chat/platforms.ts'
import type { Platform } from '../../contract/chat/platforms.ts'
import { tokenContext, unseal } from '../../domain/security/sealing.ts'
import { openSandbox } from '../../sandbox/sandbox.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import { allow, decide, visit, openConsent, youtubeScope } from './consent.fixture.ts'

const settings = '/dashboard/chatbot-setting'
const deny = { twitch: { decision: 'cancel' }, youtube: { decision: 'deny' }, kick: { decision: 'deny' } }
const platforms = platform.options

const sandbox = await forFile(openSandbox())
const app = await forFile(startTestApp({ ...sandbox.env, PUBLIC_URL: 'http://localhost:1' }))

async function buildVisitor(): Promise<{ uid: string; cookie: string }> {
  const { uid } = await buildCreator(app.db)
  return { uid, cookie: await app.signIn(uid) }
}

/** Replaces the public address in a redirect by the application's own, because the tests call the application directly. */
const toApp = (location: string) => location.replace('http://localhost:1', app.url)

async function connect(platform: Platform, name: string, cookie: string) {
  const away = await openConsent(app.url, platform, cookie)
  const back = await decide(away.location, allow[platform](name))
  return visit(toApp(back), away.cookie)
}

test.each(platforms)(
  'a consent at %s connects the account that was chosen, its tokens sealed',
  async (one) => {
    const { uid, cookie } = await buildVisitor()

    const home = await connect(one, 'wanda_w', cookie)

    expect(home).toMatchObject({ status: 302, location: `${settings}?success=true`, cookie })
    const connection = (await findConnection(app.db, uid, one))!
    expect(connection.email).toMatch(/^wanda[_.]w@(viewers|channels)\.example$/)
    expect(connection.accessExpiresAt.getTime()).toBeGreaterThan(Date.now() + 60_000)
    const token = unseal(
      app.ctx.config.secretsKey,
      connection.accessTokenSealed,
      tokenContext(uid, one, 'access'),
    )
    const who = {
      twitch: ['/twitch/oauth2/validate', { login: 'wanda_w' }],
      youtube: ['/oauth2/v3/userinfo', { name: 'wanda_w' }],
      kick: ['/kick/public/v1/users', { data: [{ name: 'wanda_w' }] }],
    }[one] as [string, object]
    const headers = { authorization: `Bearer ${token}` }
    const answer: unknown = await (await fetch(sandbox.url + who[0], { headers })).json()
    expect(answer).toMatchObject(who[1])
    expect(app.logged()).not.toContain(token)
  },
)

test('requests only the scopes that are needed', async () => {
  const { cookie } = await buildVisitor()

  const twitch = new URL((await openConsent(app.url, 'twitch', cookie)).location).searchParams
  const google = new URL((await openConsent(app.url, 'youtube', cookie)).location).searchParams

  expect(twitch.get('scope')).toBe('user:read:email channel:bot')
  expect(twitch.get('redirect_uri')).toBe('http://localhost:1/api/v1/account/twitch/callback')
  expect(google.get('scope')).toBe(`openid email ${youtubeScope}`)
  expect(google.get('code_challenge_method')).toBe('S256')
  expect(Object.fromEntries(google)).toMatchObject({ access_type: 'offline', prompt: 'consent' })
})

const eventScopes = 'moderator:read:followers channel:read:subscriptions bits:read'

test('the scopes of Twitch’s events are requested when a creator wants them, which switches them on, and while they are on', async () => {
  const { uid, cookie } = await buildVisitor()
  const scopeOf = async (query: string) => {
    const away = await visit(`${app.url}/api/v1/account/twitch/connect${query}`, cookie)
    return { ...away, scope: new URL(away.location).searchParams.get('scope') }
  }
  const read = async () => (await app.get('account/twitch-events', cookie)).body as object
  expect(await read()).toMatchObject({ isOffered: true, isOn: false, needsConsent: true })
  const refused = await app.post('account/save-twitch-events', { isOn: true }, cookie)
  expect(refused.body).toMatchObject({ isOn: false, needsConsent: true })

  const away = await scopeOf('?events=on')
  expect(away.scope).toBe(`user:read:email channel:bot ${eventScopes}`)
  const home = await visit(toApp(await decide(away.location, allow.twitch('mira_events'))), away.cookie)

  expect(home.location).toBe('/dashboard/stream-setting#show-events')
  expect(await read()).toMatchObject({ isOn: true, isReceiving: false, ended: null, lost: null })
  expect((await scopeOf('')).scope).toContain('bits:read')
  const trains = { kind: 'train', isOn: true, minQuantity: 1, isMuted: false, titles: [] }
  await app.post('account/save-show-setting', trains, cookie)
  expect(await read()).toMatchObject({ isOn: true, needsConsent: false, unpermitted: ['train'] })
  const more = await scopeOf('?events=on')
  expect(more.scope).toBe(`user:read:email channel:bot ${eventScopes} channel:read:hype_train`)
  await visit(toApp(await decide(more.location, allow.twitch('mira_events'))), more.cookie)
  expect(await read()).toMatchObject({ isOn: true, unpermitted: [] })
  const off = await app.post('account/save-twitch-events', { isOn: false }, cookie)
  expect(off.body).toMatchObject({ isOn: false, needsConsent: false })
  expect((await scopeOf('')).scope).toBe('user:read:email channel:bot')
  expect((await app.post('account/save-twitch-events', { isOn: true }, cookie)).body).toMatchObject({
    isOn: true,
  })
  await app.post('account/twitch/disconnect', {}, cookie)
  expect(await read()).toMatchObject({ isOn: false, needsConsent: true })
  expect(await findConnection(app.db, uid, 'twitch')).toBeUndefined()
})

test('YouTube’s usual consent switches its events on only for who came for them', async () => {
  const { cookie } = await buildVisitor()
  const read = async () => (await app.get('account/youtube-events', cookie)).body as object
  expect(await read()).toMatchObject({ isOffered: true, isOn: false, needsConsent: true })
  await connect('youtube', 'mira_tube', cookie)
  expect(await read()).toMatchObject({ isOn: false, needsConsent: false })

  const away = await visit(`${app.url}/api/v1/account/youtube/connect?events=on`, cookie)
  expect(new URL(away.location).searchParams.get('scope')).toBe(`openid email ${youtubeScope}`)
  const home = await visit(toApp(await decide(away.location, allow.youtube('mira_tube'))), away.cookie)

  expect(home.location).toBe('/dashboard/stream-setting#show-events')
  expect(await read()).toMatchObject({ isOn: true, isReceiving: false, unpermitted: [] })
  const off = await app.post('account/save-youtube-events', { isOn: false }, cookie)
  expect(off.body).toMatchObject({ isOn: false, needsConsent: false })
})

test.each(platforms)('shows that consent was denied at %s, and connects nothing', async (platform) => {
  const { uid, cookie } = await buildVisitor()
  const away = await openConsent(app.url, platform, cookie)

  const home = await visit(toApp(await decide(away.location, deny[platform])), away.cookie)

  expect(home.location).toBe(`${settings}?error=denied&platform=${platform}`)
  expect(await findConnection(app.db, uid, platform)).toBeUndefined()
})

test('a callback for another session, browser or platform connects nothing', async () => {
  const [mine, other] = [await buildVisitor(), await buildVisitor()]
  const away = await openConsent(app.url, 'twitch', mine.cookie)
  const back = toApp(await decide(away.location, allow.twitch('otto_w')))
  const theirs = await openConsent(app.url, 'twitch', other.cookie)
  const consent = away.cookie.split('; ').find((pair) => pair.startsWith('brimful_consent_twitch='))!
  const expired = `${settings}?error=expired&platform=twitch`

  expect((await visit(back, mine.cookie)).location).toBe(expired)
  expect((await visit(back, theirs.cookie)).location).toBe(expired)
  expect((await visit(back, `${other.cookie}; ${consent}`)).location).toBe(expired)
  const elsewhere = back.replace('/twitch/', '/youtube/')
  const carried = away.cookie.replace('consent_twitch', 'consent_youtube')
  expect((await visit(elsewhere, carried)).location).toBe(`${settings}?error=expired&platform=youtube`)
  expect(
    await app.db.selectFrom('platformConnection').select('uid').where('channel', '=', 'otto_w').execute(),
  ).toEqual([])

  expect((await visit(back, away.cookie)).location).toBe(`${settings}?success=true`)
})

test('a callback works once', async () => {
  const { cookie } = await buildVisitor()
  const away = await openConsent(app.url, 'twitch', cookie)
  const back = toApp(await decide(away.location, allow.twitch('twice_w')))

  const first = await visit(back, away.cookie)
  const second = await visit(back, first.cookie)
  const again = await visit(back, away.cookie)

  expect(first.location).toBe(`${settings}?success=true`)
  expect(second.location).toBe(`${settings}?error=expired&platform=twitch`)
  expect(again.location).toBe(`${settings}?error=failed&platform=twitch`) // Twitch redeems a code only once
})

test('redirects strangers to log-in and supporters to the settings, without a cookie', async () => {
  const supporter = await app.signIn((await buildSupporter(app.db)).uid)
  for (const path of ['connect', 'callback?state=x&code=y']) {
    const url = `${app.url}/api/v1/account/twitch/${path}`
    expect(await visit(url)).toEqual({ status: 302, location: '/account', cookie: '' })
    expect(await visit(url, supporter)).toEqual({ status: 302, location: settings, cookie: supporter })
  }
})

test('a channel that is connected to another creator stays connected there', async () => {
  const [mine, other] = [await buildVisitor(), await buildVisitor()]
  await connect('youtube', 'Shared Show', other.cookie)

  const home = await connect('youtube', 'Shared Show', mine.cookie)

  expect(home.location).toBe(`${settings}?error=taken&platform=youtube`)
  expect(await findConnection(app.db, mine.uid, 'youtube')).toBeUndefined()
  expect(await findConnection(app.db, other.uid, 'youtube')).toBeDefined()
})

test('connecting another account replaces the first and revokes its grant', async () => {
  const { uid, cookie } = await buildVisitor()
  await connect('twitch', 'first_w', cookie)
  const { accessTokenSealed } = (await findConnection(app.db, uid, 'twitch'))!
  const token = unseal(app.ctx.config.secretsKey, accessTokenSealed, tokenContext(uid, 'twitch', 'access'))

  const home = await connect('twitch', 'second_w', cookie)

  expect(home.location).toBe(`${settings}?success=true`)
  expect(await findConnection(app.db, uid, 'twitch')).toMatchObject({ channel: 'second_w' })
  const headers = { authorization: `OAuth ${token}` }
  expect((await fetch(`${sandbox.url}/twitch/oauth2/validate`, { headers })).status).toBe(401)
})

test('connecting the same account again restores its access', async () => {
  const { uid, cookie } = await buildVisitor()
  await connect('youtube', 'Again Show', cookie)
  await app.db
    .updateTable('platformConnection')
    .set({ accessLostAt: new Date(), problem: 'notLive' })
    .where('uid', '=', uid)
    .execute()

  await connect('youtube', 'Again Show', cookie)

  const connection = await findConnection(app.db, uid, 'youtube')
  expect(connection).toMatchObject({ accessLostAt: null, problem: null })
  const token = unseal(
    app.ctx.config.secretsKey,
    connection!.accessTokenSealed,
    tokenContext(uid, 'youtube', 'access'),
  )
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${sandbox.url}/oauth2/v3/userinfo`, { headers })).status).toBe(200)
})

test('refuses a consent without all permissions, and the chatbot’s own account', async () => {
  const { uid, cookie } = await buildVisitor()
  const google = await openConsent(app.url, 'youtube', cookie)
  const twitch = await openConsent(app.url, 'twitch', cookie)
  const unticked = await decide(google.location, { decision: 'allow', newTitle: 'Careful Show' })
  const bot = await decide(twitch.location, { decision: 'authorize', login: 'brimfulbot' })

  expect((await visit(toApp(unticked), google.cookie)).location).toBe(
    `${settings}?error=permission&platform=youtube`,
  )
  expect((await visit(toApp(bot), twitch.cookie)).location).toBe(`${settings}?error=bot&platform=twitch`)
  expect(await findConnection(app.db, uid, 'twitch')).toBeUndefined()
  expect(await findConnection(app.db, uid, 'youtube')).toBeUndefined()
})

test('reports a platform that the installation does not have', async () => {
  await using bare = await startTestApp()
  const cookie = await bare.signIn((await buildCreator(bare.db)).uid)

  expect((await openConsent(bare.url, 'twitch', cookie)).location).toBe(
    `${settings}?error=off&platform=twitch`,
  )
})

test('a platform’s invalid response fails with a message, and no code is logged', async () => {
  const { uid, cookie } = await buildVisitor()
  const away = await openConsent(app.url, 'youtube', cookie)
  const back = new URL(toApp(await decide(away.location, allow.youtube('Broken Show'))))
  back.searchParams.set('code', 'not-a-code-2718')

  const home = await visit(back.href, away.cookie)

  expect(home.location).toBe(`${settings}?error=failed&platform=youtube`)
  expect(await findConnection(app.db, uid, 'youtube')).toBeUndefined()
  expect(app.logged()).not.toContain('not-a-code-2718')
})
