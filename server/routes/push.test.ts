import { expect, test } from 'vitest'
import type { PushSubscriptionData } from '../../contract/notifications/push-calls.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { isPushService } from '../../domain/notifications/web-push.ts'
import { control, openSandbox } from '../../sandbox/sandbox.fixture.ts'
import { startTestApp } from '../app.fixture.ts'

test('a push subscription is sealed, replaced, and deleted with its session', async () => {
  await using sandbox = await openSandbox()
  await using app = await startTestApp(sandbox.env)
  const { uid } = await buildCreator(app.db)
  const [cookie, other] = [await app.signIn(uid), await app.signIn(uid)]
  const browser = await control<PushSubscriptionData>(sandbox, '/push/control/subscribe')
  const settings = async (by: string) => (await app.get('account/push-settings', by)).body
  const publicKey = sandbox.env['VAPID_PUBLIC_KEY']
  expect(await settings(cookie)).toEqual({ publicKey, isOn: false })

  const body = { ...browser, locale: 'de' }
  expect((await app.post('account/subscribe-push', body, cookie)).status).toBe(200)
  expect((await app.post('account/subscribe-push', body, cookie)).status).toBe(200)

  expect(await settings(cookie)).toEqual({ publicKey, isOn: true })
  expect(await settings(other)).toEqual({ publicKey, isOn: false })
  const rows = await app.db.selectFrom('pushSubscription').selectAll().execute()
  expect(rows).toMatchObject([{ uid, locale: 'de' }])
  expect(JSON.stringify(rows) + app.logged()).not.toContain(browser.keys.auth)
  await app.post('account/log-out', {}, cookie)
  expect(await app.db.selectFrom('pushSubscription').selectAll().execute()).toEqual([])
})

test('refuses a push address outside the push services', async () => {
  await using sandbox = await openSandbox()
  await using app = await startTestApp(sandbox.env)
  const cookie = await app.signIn((await buildCreator(app.db)).uid)
  const { keys } = await control<PushSubscriptionData>(sandbox, '/push/control/subscribe')

  for (const endpoint of [
    'http://127.0.0.1:5432/',
    `${sandbox.url}/push/sender`,
    'https://example.com/push',
  ]) {
    const { status, body } = await app.post(
      'account/subscribe-push',
      { endpoint, keys, locale: 'en' },
      cookie,
    )
    expect([status, body]).toMatchObject([422, { code: 'push_refused' }])
  }
  const missing = { endpoint: 'https://fcm.googleapis.com/fcm/send/x', keys: { p256dh: 'short', auth: '' } }
  expect((await app.post('account/subscribe-push', { ...missing, locale: 'en' }, cookie)).status).toBe(400)
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-db5p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://evil.example/?fcm.googleapis.com', false],
  ['https://fcm.googleapis.com@10.0.0.1/abc', false],
  ['https://169.254.169.254/', false],
])('%s is a push service: %s', (endpoint, is) => {
  expect(isPushService(endpoint, { sandboxUrl: undefined })).toBe(is)
})
