import { expect, test } from 'vitest'
import { buildCreator, buildGoal, buildOrder, buildSupporter } from '../../db/builders.fixture.ts'
import { captureOrder } from '../../domain/payments/ledger/ledger.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { startTestApp } from '../app.fixture.ts'

const app = await forFile(startTestApp())

async function signedIn(account: { uid: string }) {
  const cookie = await app.signInConfirmed(account.uid)
  return {
    post: (call: string, body: object) => app.post(`account/${call}`, body, cookie),
    profile: async () => (await app.get('account/profile', cookie)).body,
  }
}

test('changes the given fields of a profile and responds with the account', async () => {
  const creator = await buildCreator(app.db, { bio: 'Old.', instaUrl: 'https://instagram.com/old' })
  const me = await signedIn(creator)

  const { status, body } = await me.post('update-profile', {
    displayName: '  Mira Vale ',
    ytUrl: 'youtube.com/@mira',
    instaUrl: '',
    socialLinks: ['mira.example', 'https://twitch.tv/mira'],
    selectedTags: ['Music', 'art', 'music'],
  })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    displayName: 'Mira Vale',
    bio: 'Old.',
    ytUrl: 'https://youtube.com/@mira',
    instaUrl: null,
    socialLinks: ['https://mira.example/', 'https://twitch.tv/mira'],
    selectedTags: ['art', 'music'],
  })
  expect(body).toEqual(await me.profile())
  expect((await me.post('update-profile', { selectedTags: [] })).body).toMatchObject({
    selectedTags: [],
    displayName: 'Mira Vale',
  })
  expect((await me.post('update-profile', {})).status).toBe(200)
})

test.each([
  ['a name of nothing', { displayName: '  ' }, 'displayName'],
  ['a long bio', { bio: 'x'.repeat(1001) }, 'bio'],
  ['a page of another site', { ytUrl: 'https://youtube.com.evil.example/' }, 'ytUrl'],
  ['a script for a link', { socialLinks: ['javascript:alert(1)'] }, 'socialLinks.0'],
  ['a strange tag', { selectedTags: ['<b>'] }, 'selectedTags.0'],
])('%s is refused with its field marked, and nothing changes', async (_, change, field) => {
  const me = await signedIn(await buildCreator(app.db))
  const before = await me.profile()

  const { status, body } = await me.post('update-profile', { displayName: 'New', ...change })

  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'invalid_input', fields: { [field]: expect.any(String) } })
  expect(await me.profile()).toEqual(before)
})

test('changes a public name to a free one, and only one of two simultaneous requests gets it', async () => {
  const [one, two] = [await buildSupporter(app.db), await buildSupporter(app.db)]
  const [me, other] = [await signedIn(one), await signedIn(two)]

  expect((await me.post('change-user-name', { customUserName: two.userName })).body).toMatchObject({
    code: 'name_taken',
  })
  expect((await me.post('change-user-name', { customUserName: 'Dashboard' })).status).toBe(400)
  const answers = await Promise.all(
    [me, other].map((it) => it.post('change-user-name', { customUserName: 'Wanted_Name' })),
  )

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
})

test('turns a supporter into a creator with counters, and repeats change nothing', async () => {
  const { uid, userName } = await buildSupporter(app.db)
  const me = await signedIn({ uid })

  expect((await me.post('become-creator', { currency: 'gbp' })).body).toMatchObject({
    accountType: 1,
    currency: 'gbp',
  })
  expect((await me.post('become-creator', { currency: 'usd' })).body).toMatchObject({
    accountType: 1,
    currency: 'gbp',
  })

  expect(
    await app.db.selectFrom('creatorCounter').selectAll().where('creatorUid', '=', uid).execute(),
  ).toHaveLength(1)
  expect((await app.get(`account/creator-profile?username=${userName}`)).status).toBe(200)
})

test('changes the currency with the goals, until a payment was made or is open', async () => {
  const { uid } = await buildCreator(app.db)
  const goal = await buildGoal(app.db, uid, { amountReceivedMinor: 0 })
  const me = await signedIn({ uid })

  expect((await me.post('change-currency', { currency: 'usd' })).body).toMatchObject({ currency: 'usd' })
  const { currency } = await app.db
    .selectFrom('goal')
    .select('currency')
    .where('goalId', '=', goal.goalId)
    .executeTakeFirstOrThrow()
  expect(currency).toBe('usd')

  const order = await buildOrder(app.db, uid, { currency: 'usd' })
  expect(await me.post('change-currency', { currency: 'gbp' })).toMatchObject({
    status: 409,
    body: { code: 'currency_fixed' },
  })
  await captureOrder(app.db, order)
  expect(await me.post('change-currency', { currency: 'gbp' })).toMatchObject({
    status: 409,
    body: { ErrorMessage: 'You can’t change your currency after your first tip.' },
  })
})

test('a new time zone is stored, and the totals on the stream learn of it', async () => {
  const { uid } = await buildCreator(app.db)
  const me = await signedIn({ uid })
  const published: unknown[] = []
  await app.ctx.pubsub.subscribe((message) => void published.push(message))

  const { body } = await me.post('update-profile', { timeZone: 'Asia/Kathmandu' })

  expect(body).toMatchObject({ timeZone: 'Asia/Kathmandu' })
  await expect.poll(() => published).toContainEqual({ kind: 'live', creatorUid: uid })
  expect((await me.post('update-profile', { bio: 'Clay.' })).body).toMatchObject({
    timeZone: 'Asia/Kathmandu',
  })
})

test.each(['Mars/Olympus_Mons', '+05:00', 'FOO+3', ''])(
  '“%s” is refused as a time zone',
  async (timeZone) => {
    const me = await signedIn(await buildCreator(app.db))

    const { status, body } = await me.post('update-profile', { bio: 'New.', timeZone })

    expect(status).toBe(400)
    expect(body).toMatchObject({ fields: { timeZone: 'Please choose a time zone from the list.' } })
    expect(await me.profile()).toMatchObject({ bio: '', timeZone: 'UTC' })
  },
)

test('who becomes a creator gets the browser’s time zone, and an unknown one changes nothing', async () => {
  const known = await signedIn(await buildSupporter(app.db))
  const unknown = await signedIn(await buildSupporter(app.db, { timeZone: 'Europe/Berlin' }))

  await known.post('become-creator', { timeZone: 'America/New_York' })
  await unknown.post('become-creator', { timeZone: 'Etc/Unknown' })
  await known.post('become-creator', { timeZone: 'Asia/Tokyo' }) // is one already

  expect(await known.profile()).toMatchObject({ accountType: 1, timeZone: 'America/New_York' })
  expect(await unknown.profile()).toMatchObject({ accountType: 1, timeZone: 'Europe/Berlin' })
})
