import { expect, test } from 'vitest'
import type { Creator } from '../../contract/entities.ts'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { cookieOf, startTestApp } from '../app.fixture.ts'

const password = 'correct-horse-1'
const passwordHash = await hashPassword(password)

test('logging in opens a session, and logging out ends it', async () => {
  await using app = await startTestApp()
  const creator = await buildCreator(app.db, {
    email: 'mira@example.test',
    passwordHash,
    displayName: 'Mira',
  })

  const loggedIn = await app.post('account/log-in', { email: ' MIRA@example.test ', password })
  const cookie = cookieOf(loggedIn)
  const profile = await app.get('account/profile', cookie)
  const loggedOut = await app.post('account/log-out', {}, cookie)

  expect(loggedIn.status).toBe(200)
  expect(loggedIn.headers.getSetCookie()[0]).toMatch(
    /^brimful_session=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/,
  )
  expect(profile.status).toBe(200)
  expect(profile.body).toMatchObject({ uid: creator.uid, email: 'mira@example.test', displayName: 'Mira' })
  expect(cookieOf(loggedOut)).toBe('brimful_session=')
  expect((await app.get('account/profile', cookie)).status).toBe(401)
})

test('over https every cookie that no script reads is Secure and for this host alone', async () => {
  await using app = await startTestApp({ PUBLIC_URL: 'https://brimful.example' })
  const { uid } = await buildSupporter(app.db, { email: 'ada@example.test', passwordHash })

  const loggedIn = await app.post('account/log-in', { email: 'ada@example.test', password })
  const cookie = cookieOf(loggedIn, '__Host-brimful_session')
  const confirmed = await app.post('account/confirm', { password }, cookie)
  const signingUp = await app.post('account/sign-up/start', {
    email: 'new@example.test',
    username: 'newcomer',
    password: 'lanterns over harbours',
    acceptPrivacyTerms: true,
  })

  const lines = [loggedIn, confirmed, signingUp].flatMap(({ headers }) => headers.getSetCookie())
  const [unseen, seen] = [true, false].map((is) => lines.filter((line) => line.includes('HttpOnly') === is))
  expect(unseen!.map((line) => line.split('=')[0])).toEqual(
    ['session', 'device', 'confirmed', 'sign_up'].map((name) => `__Host-brimful_${name}`),
  )
  for (const line of unseen!)
    expect(line).toMatch(/^[^;]+; Max-Age=\d+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/)
  expect(seen).toEqual([expect.stringMatching(/^brimful_signed_in=\d+; .*Secure/)])
  expect((await app.get('account/profile', cookie)).body).toMatchObject({ uid })
  const loggedOut = await app.post('account/log-out', {}, cookie)
  expect(loggedOut.headers.getSetCookie()[0]).toMatch(/^__Host-brimful_session=; Path=\/; .*Secure/)
})

test.each(['account/log-out', 'account/log-out-everywhere'])(
  '%s has the browser forget the pages it keeps, where that does not stop it for seconds',
  async (path) => {
    await using app = await startTestApp({ PUBLIC_URL: 'https://brimful.example' })
    const { uid } = await buildSupporter(app.db)
    const firefox = await app.post(path, {}, await app.signIn(uid))
    const hint = { 'sec-ch-ua': '"Chromium";v="142"' }
    const chromium = await app.post(path, {}, await app.signIn(uid), hint)

    expect([firefox.status, chromium.status]).toEqual([200, 200])
    // Not the cookies, because one of them says that the account knows this browser, nor the storage, because overlays keep their cursor
    // there.
    expect(firefox.headers.get('clear-site-data')).toBe('"cache"')
    expect(chromium.headers.get('clear-site-data')).toBeNull()
    // What is private is in no cache anyway.
    expect(chromium.headers.get('cache-control')).toBe('no-store')
    const names = firefox.headers.getSetCookie().map((line) => line.split('=')[0])
    expect(names).toEqual(['__Host-brimful_session', 'brimful_signed_in'])
  },
)

test('over https a session that a subdomain could have set counts nowhere', async () => {
  await using app = await startTestApp({ PUBLIC_URL: 'https://brimful.example' })
  const { uid } = await buildSupporter(app.db)

  const cookie = await app.signIn(uid)
  const planted = cookie.replace('__Host-', '')

  expect((await app.get('account/profile', planted)).status).toBe(401)
  expect((await app.get('account/profile', cookie)).status).toBe(200)
})

test('a wrong password, an unknown email and an account without a password get the same response', async () => {
  await using app = await startTestApp()
  await buildSupporter(app.db, { email: 'ada@example.test', passwordHash })
  await buildSupporter(app.db, { email: 'google@example.test', googleId: 'g-1' })

  const answers = [
    await app.post('account/log-in', { email: 'ada@example.test', password: 'wrong' }),
    await app.post('account/log-in', { email: 'nobody@example.test', password }),
    await app.post('account/log-in', { email: 'google@example.test', password }),
  ]

  for (const { status, body, headers } of answers) {
    expect(status).toBe(400)
    expect(body).toEqual({
      ErrorMessage: 'Wrong email or password.',
      code: 'wrong_credentials',
    })
    expect(headers.getSetCookie()).toEqual([])
  }
})

test('a new log-in ends the browser’s previous session', async () => {
  await using app = await startTestApp()
  const { uid } = await buildSupporter(app.db, { email: 'ada@example.test', passwordHash })
  const before = await app.signIn(uid)

  await app.post('account/log-in', { email: 'ada@example.test', password }, before)

  expect((await app.get('account/profile', before)).status).toBe(401)
})

test('guessing a password blocks that account only', async () => {
  await using app = await startTestApp()
  await buildSupporter(app.db, { email: 'ada@example.test', passwordHash })
  await buildSupporter(app.db, { email: 'lin@example.test', passwordHash })

  for (let tries = 0; tries < 10; tries++)
    await app.post('account/log-in', { email: 'ada@example.test', password: 'guess' })
  const eleventh = await app.post('account/log-in', { email: 'ada@example.test', password })
  const other = await app.post('account/log-in', { email: 'lin@example.test', password })

  expect(eleventh.status).toBe(429)
  expect(eleventh.body).toMatchObject({ code: 'rate_limited' })
  expect(other.status).toBe(200)
})

test('each visit extends the session, in the database and in the browser', async () => {
  await using app = await startTestApp()
  const { uid } = await buildSupporter(app.db)
  const cookie = await app.signIn(uid)
  const quiet = await app.get('account/profile', cookie)
  const tenMinutesAgo = new Date(Date.now() - 600_000)
  await app.db
    .updateTable('session')
    .set({ lastSeenAt: tenMinutesAgo, expiresAt: new Date(Date.now() + 9e5) })
    .execute()

  const renewed = await app.get('account/profile', cookie)

  expect(quiet.headers.getSetCookie()).toEqual([])
  expect(cookieOf(renewed)).toBe(cookie)
  const hint = renewed.headers.getSetCookie().find((text) => text.startsWith('brimful_signed_in='))!
  expect(hint).not.toMatch(/httponly/i)
  const notified = Number(/^brimful_signed_in=(\d+);/.exec(hint)?.[1])
  const session = await app.db.selectFrom('session').selectAll().executeTakeFirstOrThrow()
  expect(session.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * 24 * 3600_000)
  expect(Math.abs(notified - session.expiresAt.getTime())).toBeLessThan(5000)
  expect(session.lastSeenAt.getTime()).toBeGreaterThan(tenMinutesAgo.getTime())
})

test('visits extend a session until ninety days after the log-in, and no further', async () => {
  await using app = await startTestApp()
  const { uid } = await buildSupporter(app.db)
  const cookie = await app.signIn(uid)
  const day = 24 * 3600_000
  const age = (days: number) =>
    app.db
      .updateTable('session')
      .set({
        createdAt: new Date(Date.now() - days * day),
        lastSeenAt: new Date(Date.now() - 600_000),
        expiresAt: new Date(Date.now() + 9e5),
      })
      .execute()
  const visit = async () => {
    const { status, headers } = await app.get('account/profile', cookie)
    const lines = headers.getSetCookie()
    const ends = lines.map((line) => Date.parse(/expires=([^;]+)/i.exec(line)?.[1] ?? ''))
    const { expiresAt } = await app.db.selectFrom('session').selectAll().executeTakeFirstOrThrow()
    return { status, hint: lines.find((line) => line.includes('signed_in=')), ends, end: expiresAt.getTime() }
  }

  await age(80)
  const late = await visit()
  await age(91) // as a release without an end may have left it
  const last = await visit()

  expect(late.status).toBe(200)
  const tenDays = Date.now() + 10 * day
  for (const end of [late.end, ...late.ends, Number(/=(\d+);/.exec(late.hint!)?.[1])])
    expect(Math.abs(end - tenDays)).toBeLessThan(60_000)
  expect(last.end).toBeLessThan(Date.now())
  expect(last.ends.every((end) => end < Date.now())).toBe(true)
  expect((await app.get('account/profile', cookie)).status).toBe(401)
})

test('an expired or forged session is ignored', async () => {
  await using app = await startTestApp()
  const { uid } = await buildSupporter(app.db)
  const cookie = await app.signIn(uid)
  await app.db
    .updateTable('session')
    .set({ expiresAt: new Date(Date.now() - 1) })
    .execute()

  for (const forged of [
    cookie,
    'brimful_session=',
    'brimful_session=x',
    `brimful_session=${'a'.repeat(43)}`,
  ]) {
    const { status, body } = await app.get('account/profile', forged)
    expect(status).toBe(401)
    expect(body).toEqual({ ErrorMessage: 'Session expired. Redirecting to login.', code: 'unauthenticated' })
  }
})

test('the profile contains exactly what the contract names', async () => {
  await using app = await startTestApp()
  const { uid } = await buildCreator(app.db, {
    email: 'mira@example.test',
    passwordHash,
    userName: 'miravale',
    socialLinks: JSON.stringify(['https://mira.example']),
  })
  await app.db
    .insertInto('creatorTag')
    .values(['music', 'art'].map((tag) => ({ creatorUid: uid, tag })))
    .execute()

  const { body } = await app.get('account/profile', await app.signIn(uid))

  expect(body).toMatchObject({
    brimfulUserName: 'miravale',
    accountType: 1,
    role: 'user',
    isGoogleAccount: false,
    isAuthenticated: true,
    currency: 'gbp',
    paypalID: expect.stringMatching(/^MERCHANT/),
    paypalConnectedEmail: 'mira@example.test',
    stripeID: null,
    receiveAllTips: true,
    receiveGoalFunded: true,
    socialLinks: ['https://mira.example'],
    selectedTags: ['art', 'music'],
    youtubeConnected: false,
    twitchConnectedEmail: null,
  })
  expect(Object.keys(body as object)).toHaveLength(30)
  expect(JSON.stringify(body)).not.toContain('argon2')
})

test('finds a creator by name ignoring case, without private fields', async () => {
  await using app = await startTestApp()
  const creator = await buildCreator(app.db, {
    userName: 'miravale',
    email: 'private@example.test',
    bio: 'Clay.',
  })

  const uid = await app.get('account/get_user_data_by_username?username=MiraVale')
  const profile = await app.get('account/creator-profile?username=miravale')
  const data = await app.get(`account/get_creator_data?uid=not-a-uid&creatorUID=${creator.uid}`)

  expect(uid.body).toEqual({ uid: creator.uid })
  expect(profile.body).toEqual({
    profileImage: null,
    coverImage: null,
    displayName: creator.displayName,
    userName: 'miravale',
    bio: 'Clay.',
    ytURL: null,
    fbURL: null,
    instaURL: null,
    twitterURL: null,
    accountType: 1,
    currency: 'gbp',
    isverified: false,
    paypalConnected: true,
    stripeConnected: false,
    socialLinks: [],
    selectedTags: [],
    tipsFrom: null,
  })
  expect(data.body).toEqual({
    image: null,
    cover_image: null,
    display_name: creator.displayName,
    user_name: 'miravale',
    bio: 'Clay.',
    yt_url: null,
    twitter_url: null,
    insta_url: null,
    fb_url: null,
  })
})

test('a PayPal account that is not ready is not shown as connected', async () => {
  await using app = await startTestApp()
  await buildCreator(app.db, { userName: 'miravale' })
  await app.db.updateTable('payoutAccount').set({ isReady: false }).execute()

  const { body } = await app.get('account/creator-profile?username=miravale')

  expect(body).toMatchObject({ paypalConnected: false })
})

test('a supporter is not found as a creator', async () => {
  await using app = await startTestApp()
  const supporter = await buildSupporter(app.db, { userName: 'justafan' })

  for (const path of [
    'account/get_user_data_by_username?username=justafan',
    'account/creator-profile?username=justafan',
    'account/creator-profile?username=nobody',
    `account/get_creator_data?creatorUID=${supporter.uid}`,
  ])
    expect((await app.get(path)).status).toBe(404)
  expect((await app.get('account/creator-profile?username=no%20name')).status).toBe(400)
})

test('lists the creators of one tag', async () => {
  await using app = await startTestApp()
  for (const [userName, tag] of [
    ['mira', 'art'],
    ['otto', 'cooking'],
    ['zoe', 'art'],
  ] as const) {
    const { uid } = await buildCreator(app.db, { userName })
    await app.db.insertInto('creatorTag').values({ creatorUid: uid, tag }).execute()
  }
  const namesOf = async (query: string) => {
    const { body } = await app.get(`account/get_all_creators_for_tags?${query}`)
    return (body as Creator[]).map((creator) => creator.user_name)
  }

  expect(await namesOf('tag=art')).toEqual(['mira', 'zoe'])
  expect(await namesOf('tag=art&cursor=mira')).toEqual(['zoe'])
  expect(await namesOf('tag=ar')).toEqual([])
})

test.each(['get_all_creators', 'get_all_creators_for_tags', 'get_all_creators_for_search'])(
  '%s lists creators by user name with their tags, in pages, by part of a name',
  async (path) => {
    await using app = await startTestApp()
    await buildSupporter(app.db, { userName: 'aaa_fan' })
    await buildCreator(app.db, { userName: 'otto', displayName: 'Otto 100%' })
    const mira = await buildCreator(app.db, { userName: 'mira', displayName: 'Mira Vale' })
    await buildCreator(app.db, { userName: 'juniper', displayName: 'The Moth Queen' })
    await app.db.insertInto('creatorTag').values({ creatorUid: mira.uid, tag: 'art' }).execute()
    const namesOf = async (query: string) => {
      const { body } = await app.get(`account/${path}?${query}`)
      return (body as Creator[]).map((creator) => creator.user_name)
    }

    const { body } = await app.get(`account/${path}?uid=whatever`)

    expect((body as Creator[]).map((creator) => [creator.user_name, creator.tagNames])).toEqual([
      ['juniper', []],
      ['mira', ['art']],
      ['otto', []],
    ])
    expect(Object.keys((body as Creator[])[0]!)).toHaveLength(15) // the specification's, and `goal`
    expect(await namesOf('q=VALE')).toEqual(['mira'])
    expect(await namesOf('q=ott')).toEqual(['otto'])
    expect(await namesOf('q=%25')).toEqual(['otto'])
    expect(await namesOf('q=_')).toEqual([])
    expect(await namesOf('limit=2')).toEqual(['juniper', 'mira'])
    expect(await namesOf('limit=2&cursor=mira')).toEqual(['otto'])
    expect(await namesOf('q=%00ott%00&cursor=%00')).toEqual(['otto'])
    expect((await app.get(`account/${path}?limit=1001`)).status).toBe(400)
  },
)
