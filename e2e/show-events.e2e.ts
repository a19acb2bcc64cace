/** Tests an event that is not a tip, from a tool's request to the stream and the control panel. */
import { beforeEach, expect, test } from 'vitest'
import { apiBase } from '../contract/calls.ts'
import { saveHoldRules } from '../db/queries/payments/tip-rules.ts'
import { saveShowSetting } from '../db/queries/show/show-events.ts'
import { showOverlayKey } from '../domain/alerts/overlay-key.ts'
import { readSecretKeys } from '../domain/config/secret-keys.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { plantApiToken } from '../domain/tools/api-token.fixture.ts'
import { openSource } from './obs-source.ts'
import type { Source } from './obs-source.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPageNow, phone, stream } from './visitors.ts'

const product = setUpProduct({ viewport: phone, reducedMotion: 'reduce' })
let uid: string
let source: Source
let headers: Record<string, string>

beforeEach(async () => {
  const { db, env, url, browser } = product
  const { email } = product.account('juniper')
  uid = (await db.selectFrom('account').select('uid').where('email', '=', email).executeTakeFirstOrThrow())
    .uid
  const key = await showOverlayKey({ db, config: { secretsKey: readSecretKeys(env['SECRETS_KEY']!) } }, uid)
  headers = (await plantApiToken(db, uid, ['events:send', 'panel:act'])).headers
  const obs = await browser.newContext({ viewport: stream })
  source = await openSource(obs, `${url}/streamalerts?userUID=${uid}#key=${key}`)
})

async function send(body: object, key?: string) {
  const response = await fetch(`${product.url}${apiBase}tools/event`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as { status: string }
}

const tip = (supporterName: string) => buildTip(product.db, uid, { supporterName, goalId: null })
const openPanel = async () => {
  const panel = await product.openPage('/control-panel', { as: 'juniper' })
  const row = (text: string) => panel.getByRole('listitem').filter({ hasText: text })
  const expectRow = (text: string, status: string) => row(text).getByText(status, { exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Pause alerts' }).waitFor()
  return { panel, row, expectRow }
}

test('an event comes between tips on the stream and in the panel, marked as a tool’s, once however often it is sent', async () => {
  const { panel, row, expectRow } = await openPanel()
  await tip('Grace')
  for (let attempt = 0; attempt < 2; attempt++)
    await send({ kind: 'cheer', name: 'Ada', quantity: 100, message: 'for the next boss' }, 'press-1')
  for (let attempt = 0; attempt < 2; attempt++)
    await send({ kind: 'other', id: 'order-7', title: 'New order' })
  await tip('Lin')

  await expect.poll(async () => (await source.texts()).length).toBe(4)
  const texts = await source.texts()
  expect(texts[0]).toContain('Grace')
  expect(texts[1]).toMatch(/Ada cheered 100 bits.*Shown by a tool.*for the next boss/s)
  expect(texts[1]).not.toMatch(/[$£€]/)
  expect(texts[2]).toContain('New order')
  expect(texts[3]).toContain('Lin')
  expect(await source.appeared()).toEqual([1, 2, 3, 4])
  await expectRow('cheered bits', 'Shown')
  expect(await row('cheered bits').textContent()).toContain('By the tool My deck')
  await row('cheered bits').getByRole('button', { name: 'Replay the event: Ada' }).click()
  await expect.poll(async () => (await source.texts())[4]).toContain('Ada cheered 100 bits')
  await checkPageNow(panel)
})

test('a held event waits until it is approved, and a pause holds events like tips', async () => {
  const rules = { holdsAll: true, holdsFirst: false, holdsMessages: false, holdsFromMinor: null }
  await saveHoldRules(product.db, uid, rules)
  const { panel, row, expectRow } = await openPanel()
  expect((await send({ kind: 'raid', name: 'Cleo', quantity: 42 })).status).toBe('held')
  await panel.getByRole('button', { name: 'Pause alerts' }).click()
  await panel.getByRole('button', { name: 'Approve the event: Cleo' }).click()
  await expectRow('Cleo', 'Waiting')
  await panel.getByRole('button', { name: 'Resume alerts' }).click()

  await expect.poll(async () => (await source.texts()).join()).toContain('Cleo raids with 42')
  await expectRow('Cleo', 'Shown')
  await row('Cleo').getByRole('button', { name: 'Hide the event: Cleo' }).click()
  await expectRow('Cleo', 'Hidden')
  await panel.getByRole('button', { name: 'Undo' }).click()
  await expectRow('Cleo', 'Shown')
  await saveHoldRules(product.db, uid, { ...rules, holdsAll: false })
})

test('the settings switch a kind off and silence it', async () => {
  await saveShowSetting(product.db, uid, { kind: 'follow', isOn: true, minQuantity: 1, isMuted: true })
  await send({ kind: 'follow', name: 'Zoe' })
  await expect.poll(async () => (await source.texts()).join()).toContain('Zoe just followed')
  expect(await source.plays()).toBe(0)

  const page = await product.openPage('/dashboard/stream-setting', { as: 'juniper' })
  const card = page.locator('#show-events')
  await card.getByRole('switch', { name: 'Follows', exact: true }).click()
  await page.getByText('Saved. It applies from the next event on.').first().waitFor()
  await checkPageNow(page)

  expect((await send({ kind: 'follow', name: 'Kai' })).status).toBe('ignored')
})

test('of the channel’s rewards only those come that the creator has named', async () => {
  const reward = { kind: 'reward', name: 'Nia', title: 'Hydrate', quantity: 300 }
  expect((await send(reward)).status).toBe('ignored')
  const page = await product.openPage('/dashboard/stream-setting', { as: 'juniper' })
  const card = page.locator('#show-events')
  await card.getByRole('switch', { name: 'Channel point rewards' }).click()
  const field = card.getByRole('textbox', { name: 'Only these rewards' })
  const save = card.getByRole('button', { name: 'Save rewards' })

  await field.fill('x'.repeat(81))
  await save.click()
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await field.fill('  hydrate\n\n💧 Drink “water”')
  await save.click()
  await expect.poll(async () => (await send(reward)).status).toBe('accepted')
  await checkPageNow(page)

  await expect.poll(async () => (await source.texts()).join()).toContain('Nia redeemed Hydrate')
  expect((await send({ ...reward, title: '💧 Drink “water”' })).status).toBe('accepted')
  expect((await send({ ...reward, title: 'Stretch' })).status).toBe('ignored')
})
