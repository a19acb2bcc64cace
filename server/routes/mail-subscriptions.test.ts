import { expect, test } from 'vitest'
import { unsubscribePath } from '../../contract/mail/mail-subscription.ts'
import type { MailTopic } from '../../contract/mail/mail-subscription.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { getNotificationPreferences } from '../../db/queries/notifications/notifications.ts'
import { makeUnsubscribeLink } from '../../domain/notifications/unsubscribe-link.ts'
import { makeSecretKeys } from '../../domain/config/secret-keys.fixture.ts'
import { storeFormerKeys } from '../../domain/security/former-keys.ts'
import { startTestApp } from '../app.fixture.ts'

const app = await forFile(startTestApp())
const both = { receiveAllTips: true, receiveGoalFunded: true }

/** Creates a creator who got an email about a topic. */
async function buildReader(topic: MailTopic, secretsKey = app.ctx.config.secretsKey) {
  const { uid } = await buildCreator(app.db)
  const link = makeUnsubscribeLink({ publicUrl: app.url, secretsKey }, { uid, topic })
  const token = new URL(link).searchParams.get('token')!
  return { uid, link, token, preferences: () => getNotificationPreferences(app.db, uid) }
}

const oneClick = () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
const asForm = () => {
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  return form
}
const postTo = (
  link: string,
  body: URLSearchParams | FormData | string = oneClick(),
  headers: Record<string, string> = {},
) => fetch(link, { method: 'POST', redirect: 'manual', headers, ...(body && { body }) })

test.each([
  ['a form', oneClick],
  ['a multipart form', asForm],
])(
  'a mail program unsubscribes its reader with %s, from any site, without a session, and again',
  async (_, body) => {
    const { link, preferences } = await buildReader('tips')
    const fromElsewhere = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }

    const first = await postTo(link, body(), fromElsewhere)
    const second = await postTo(link, body(), fromElsewhere)

    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.headers.getSetCookie()).toEqual([])
    expect(await first.text()).toMatch(/no more notifications about tips[^]*\nTo undo this, open http/)
    expect(await preferences()).toEqual({ receiveAllTips: false, receiveGoalFunded: true })
  },
)

test.each<[MailTopic, object]>([
  ['goals', { receiveAllTips: true, receiveGoalFunded: false }],
  ['tips-and-goals', { receiveAllTips: false, receiveGoalFunded: false }],
])('a link of an email about %s turns off what the email is about', async (topic, expected) => {
  const { link, preferences } = await buildReader(topic)

  await postTo(link)

  expect(await preferences()).toEqual(expected)
})

test('neither a scanner that opens the link nor a POST without the pair changes anything', async () => {
  const { link, preferences } = await buildReader('tips')

  for (const method of ['GET', 'HEAD']) await fetch(link, { method })
  const statuses = [await postTo(link, 'x=1'), await postTo(link, '')].map(({ status }) => status)

  expect(statuses).toEqual([400, 400])
  expect(await preferences()).toEqual(both)
})

test('the page reads and changes the subscription of its token, which appears in no log', async () => {
  const { token, preferences } = await buildReader('tips-and-goals')
  const change = async (isOn: boolean) => app.post('account/change-mail-subscription', { token, isOn })

  const seen = await app.post('account/mail-subscription', { token })
  const off = await change(false)
  expect(await preferences()).toEqual({ receiveAllTips: false, receiveGoalFunded: false })
  const on = await change(true)

  expect(seen.body).toEqual({ topic: 'tips-and-goals', isOn: true })
  expect([off.body, on.body]).toEqual([
    { topic: 'tips-and-goals', isOn: false },
    { topic: 'tips-and-goals', isOn: true },
  ])
  expect(await preferences()).toEqual(both)
  expect(app.logged()).not.toContain(token)
})

test('a token tells nothing about the account, and a changed or foreign one opens nothing', async () => {
  const { uid, token } = await buildReader('goals')
  const foreign = await buildReader('goals', makeSecretKeys())
  const middle = token.length >> 1
  const changed = token.slice(0, middle) + (token[middle] === 'A' ? 'B' : 'A') + token.slice(middle + 1)

  const decoded = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
  expect(decoded.join()).not.toMatch(new RegExp(`goals|${uid.slice(0, 8)}`))
  for (const wrong of [changed, foreign.token, 'x']) {
    expect((await app.post('account/mail-subscription', { token: wrong })).status).toBe(404)
    expect((await app.post('account/change-mail-subscription', { token: wrong, isOn: false })).status).toBe(
      404,
    )
    expect((await postTo(`${app.url}${unsubscribePath}?token=${wrong}`)).status).toBe(404)
  }
  expect((await postTo(app.url + unsubscribePath)).status).toBe(400)
  expect(await foreign.preferences()).toEqual(both)
})

test('a link works after its key was replaced and dropped', async () => {
  const former = makeSecretKeys()
  const { link, preferences } = await buildReader('tips', former)
  await storeFormerKeys(app.owner, [app.ctx.config.secretsKey[0], former[0]])

  expect((await postTo(link)).status).toBe(200)

  expect(await preferences()).toEqual({ ...both, receiveAllTips: false })
})

test('an erased account stays unsubscribed, and its mail program gets a 200', async () => {
  const { uid, link, token, preferences } = await buildReader('tips')
  await app.db.updateTable('account').set({ erasedAt: new Date() }).where('uid', '=', uid).execute()

  expect((await postTo(link)).status).toBe(200)
  expect((await app.post('account/mail-subscription', { token })).body).toEqual({
    topic: 'tips',
    isOn: false,
  })
  expect((await app.post('account/change-mail-subscription', { token, isOn: true })).status).toBe(404)
  expect(await preferences()).toEqual(both) // nothing was written
})
