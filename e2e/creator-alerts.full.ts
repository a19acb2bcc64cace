/** What a creator decides about her alerts, from the web app to the overlay: a tip held for its words, sample tips of every kind. */
import { expect, test } from 'vitest'
import { sampleKind } from '../contract/alerts/sample-alerts.ts'
import { showOverlayKey } from '../domain/alerts/overlay-key.ts'
import { openSource } from './obs-source.ts'
import { payAtPaypal, writeTip } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { desktop, phone, stream } from './visitors.ts'
import { readSecretKeys } from '../domain/config/secret-keys.ts'

const product = setUpProduct()

/** Juniper's alert page in OBS, which has no log-in; alerts stay on screen for half a second. */
async function openOverlay() {
  const uid = await product.uidOf('juniper_o')
  const config = { secretsKey: readSecretKeys(product.env['SECRETS_KEY']!) }
  const key = await showOverlayKey({ db: product.db, config }, uid)
  const obs = await product.browser.newContext({ viewport: stream })
  return openSource(obs, `${product.url}/streamalerts?userUID=${uid}#key=${key}`, { displayMs: 500 })
}

test('a tip held for its words shows nowhere until its creator releases it, and then without them', async () => {
  const overlay = await openOverlay()
  const settings = await product.openPage('/dashboard/moderation', { as: 'juniper', viewport: desktop })
  await settings.getByLabel('When a name or message contains one').selectOption('hold')
  await settings.getByText('Saved.').waitFor()

  const page = await product.openPage('/juniper_o', { viewport: phone })
  await writeTip(page, { amount: '6', name: 'Rhea', message: 'More at evil-shop.com now' })
  await payAtPaypal(page)
  await page.getByText('Payment Successful!').waitFor()
  await settings.goto(`${product.url}/dashboard`)
  const release = settings.getByRole('button', { name: 'Show Rhea’s £6 tip on stream' })
  await release.waitFor()
  expect(await product.chatLines('twitch/channel/juniper_o')).toEqual([])
  expect(await overlay.appeared()).toEqual([])

  await release.click()

  await expect.poll(overlay.appeared).toHaveLength(1)
  const [text] = await overlay.texts()
  expect(text).toContain('More at [link] now')
  await expect.poll(() => product.chatLines('twitch/channel/juniper_o')).toHaveLength(1)
  expect(`${text} ${await product.chatLines('twitch/channel/juniper_o')}`).not.toContain('evil-shop')
})

test('every kind of sample tip appears as a real one would, and counts nowhere', async () => {
  const overlay = await openOverlay()
  const before = await product.db
    .selectFrom('tip')
    .select(({ fn }) => fn.countAll().as('tips'))
    .executeTakeFirst()
  const settings = await product.openPage('/dashboard/stream-setting', { as: 'juniper', viewport: desktop })
  const send = settings.getByRole('button', { name: 'Try it' })
  const shown = sampleKind.options.filter((kind) => kind !== 'refunded') // refunds never appear on stream
  for (const kind of sampleKind.options) {
    await settings.getByLabel('Kind of tip').selectOption(kind)
    await send.click()
    await expect.poll(() => send.isEnabled()).toBe(true)
  }

  // The alert of the test before was cut short when its overlay gave way to this one, so it may come again.
  const readSamples = async () => (await overlay.texts()).filter((text) => !text.startsWith('Rhea'))
  await expect.poll(readSamples).toHaveLength(shown.length)

  const seen = await readSamples()
  const texts = Object.fromEntries(shown.map((kind, i) => [kind, seen[i]]))
  expect(texts).toMatchObject({
    message: expect.stringContaining('Love the stream, keep going!'),
    'long-name': expect.stringContaining('Maximiliana Alexandrina'),
    anonymous: expect.stringContaining('Anonymous'),
    private: expect.not.stringContaining('Love the stream'),
    'goal-funded': expect.stringContaining('fully funded'),
  })
  expect(
    await product.db
      .selectFrom('tip')
      .select(({ fn }) => fn.countAll().as('tips'))
      .executeTakeFirst(),
  ).toEqual(before)
  expect(overlay.errors()).toEqual([])
})
