/** Tests the control panel with three devices: the panel in a browser, the alert page in OBS, and the chat of the sandbox. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { allCalls, apiBase } from '../contract/calls.ts'
import { buildSupporter } from '../db/builders.fixture.ts'
import { getHoldRules, saveHoldRules } from '../db/queries/payments/tip-rules.ts'
import { hashPassword } from '../domain/accounts/passwords.ts'
import { showOverlayKey } from '../domain/alerts/overlay-key.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { readSecretKeys } from '../domain/config/secret-keys.ts'
import { isFocused, tabTo } from './keyboard.ts'
import { openSource } from './obs-source.ts'
import type { Source } from './obs-source.ts'
import { confirmWith } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPageNow, phone, stream } from './visitors.ts'

const product = setUpProduct({ viewport: phone, reducedMotion: 'reduce' })
const channel = 'juniper_o'
let uid: string
let source: Source

beforeEach(async () => {
  const { db, env, url } = product
  const { email } = product.account('juniper')
  uid = (await db.selectFrom('account').select('uid').where('email', '=', email).executeTakeFirstOrThrow())
    .uid
  const key = await showOverlayKey({ db, config: { secretsKey: readSecretKeys(env['SECRETS_KEY']!) } }, uid)
  const inChat = { receiveGeneralTips: true }
  await db
    .insertInto('chatbotSettings')
    .values({ uid, platform: 'twitch', ...inChat })
    .onConflict((oc) => oc.columns(['uid', 'platform']).doUpdateSet(inChat))
    .execute()
  const obs = await product.browser.newContext({ viewport: stream })
  source = await openSource(obs, `${url}/streamalerts?userUID=${uid}#key=${key}`)
})

const tip = (supporterName: string, message = '') =>
  buildTip(product.db, uid, { supporterName, message, goalId: null })
const readChat = async () => (await fetch(`${product.sandbox.url}/twitch/channel/${channel}/messages`)).text()

async function openPanel(path = '/control-panel') {
  const panel = await product.openPage(path, { as: 'juniper' })
  const press = (name: string) => panel.getByRole('button', { name }).click()
  /** Waits until a tip's row says what became of it. */
  const expectRow = (name: string, status: string) =>
    panel.getByRole('listitem').filter({ hasText: name }).getByText(status, { exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Pause alerts' }).waitFor()
  return { panel, press, expectRow }
}

const isBlank = (source: Pick<Source, 'page'>) =>
  source.page.evaluate(() => getComputedStyle(document.documentElement).display === 'none')
const hasAppeared = async (name: string) => (await source.texts()).some((text) => text.includes(name))
const isOnScreen = (name: string) => source.page.locator('.alert', { hasText: name }).isVisible()

test('a panic blanks and silences the stream and holds the chat; its end drops what waited, or plays it', async () => {
  const { panel, press, expectRow } = await openPanel()
  const widget = await product.openPage(`/overlay?userUID=${uid}&widget=recent`)
  await tip('Ada Before')
  await expectRow('Ada Before', 'On screen')
  await expect.poll(readChat).toContain('Ada Before')

  await press('Panic')
  await expect.poll(() => isBlank(source)).toBe(true)
  await expect.poll(() => isBlank({ page: widget })).toBe(true)
  const plays = await source.plays()
  await tip('Grace During')
  await panel.getByText('Waiting: 1').waitFor()
  await sleep(3_000) // the chat would have had the message by now
  expect(await readChat()).not.toContain('Grace During')
  expect([await source.plays(), await hasAppeared('Grace During')]).toEqual([plays, false])
  await checkPageNow(panel)

  await press('End panic')
  await press('Discard them')
  await expect.poll(() => isBlank(source)).toBe(false)
  await expect.poll(() => isBlank({ page: widget })).toBe(false)
  await expectRow('Grace During', 'Skipped')
  await tip('Lin After')
  await expect.poll(() => hasAppeared('Lin After')).toBe(true)
  await expect.poll(readChat).toContain('Lin After')

  await press('Panic')
  await tip('Mae Later')
  await panel.getByText('Waiting: 1').waitFor()
  expect(await readChat()).not.toContain('Mae Later')
  await press('End panic')
  await press('Play them')
  await expect.poll(() => hasAppeared('Mae Later')).toBe(true)
  await expect.poll(readChat).toContain('Mae Later')
  expect(await readChat()).not.toContain('Grace During')
  expect(await hasAppeared('Grace During')).toBe(false)
})

test('alerts are paused, skipped, muted, hidden and replayed, and the reload of the overlay changes nothing', async () => {
  const { panel, press, expectRow } = await openPanel()
  await press('Pause alerts')
  await panel.getByText('Alerts are paused.').first().waitFor()
  await tip('Ben One')
  await tip('Cleo Two')
  await panel.getByText('Waiting: 2').waitFor()
  await source.page.reload()
  await press('Skip the tip from Cleo Two')
  await expectRow('Cleo Two', 'Skipped')
  await press('Skip the tip from Ben One')
  await expectRow('Ben One', 'Skipped')
  await press('Undo')
  await expectRow('Ben One', 'Waiting')
  await press('Mute')
  await panel.getByRole('button', { name: 'Unmute' }).waitFor()
  expect(await source.texts()).toEqual([])

  await press('Resume alerts')
  await expect.poll(() => isOnScreen('Ben One')).toBe(true)
  expect(await source.plays()).toBe(0)
  await press('Skip this alert')
  await expect.poll(() => isOnScreen('Ben One')).toBe(false)
  await expectRow('Ben One', 'Skipped')
  await press('Unmute')

  await press('Replay the tip from Cleo Two')
  await expect.poll(() => isOnScreen('Cleo Two')).toBe(true)
  await expect.poll(() => source.plays()).toBe(1)
  await expectRow('Cleo Two', 'On screen')
  await panel.keyboard.press('h')
  await expect.poll(() => isOnScreen('Cleo Two')).toBe(false)
  await expectRow('Cleo Two', 'Hidden')
  await panel.keyboard.press('?')
  await panel.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await checkPageNow(panel)
})

test('without an overlay that reports what it shows, a skip ends the alert on a page with the bare address', async () => {
  await source.page.close()
  const obs = await product.browser.newContext({ viewport: stream })
  const bare = await openSource(obs, `${product.url}/streamalerts?userUID=${uid}`, { displayMs: 60_000 })
  const { panel, press } = await openPanel()
  await tip('Gus Bare')
  const shown = bare.page.locator('.alert', { hasText: 'Gus Bare' })
  await shown.waitFor()

  await press('Skip this alert')

  await panel.getByText('Skip sent. Waiting for your overlay.').waitFor()
  await shown.waitFor({ state: 'detached' })
  await tip('Hal Next')
  await bare.page.locator('.alert', { hasText: 'Hal Next' }).waitFor()
  expect(bare.errors()).toEqual([])
})

test('the panel is operated with the keyboard alone, and the focus is never lost', async () => {
  const { panel, expectRow } = await openPanel()
  const button = (name: string) => panel.getByRole('button', { name })
  const expectFocus = async (target: Locator) => {
    await expect.poll(() => isFocused(target)).toBe(true)
  }
  const before = await getHoldRules(product.db, uid)
  await saveHoldRules(product.db, uid, { ...before, holdsMessages: true })
  await tip('Ivy First', 'Hello')
  await tip('Joe Second', 'Hello')
  await saveHoldRules(product.db, uid, before)
  await button('Approve the tip from Ivy First').waitFor()

  await tabTo(panel, button('Pause alerts'))
  await panel.keyboard.press('Enter')
  await expectFocus(button('Resume alerts'))
  await tabTo(panel, button('Undo'))
  await panel.keyboard.press('Enter')
  await expectFocus(panel.locator('output', { hasText: 'Undone.' }))
  await tabTo(panel, button('Approve the tip from Joe Second'))
  await panel.keyboard.press('Enter')
  await expectFocus(button('Approve the tip from Ivy First'))
  await tabTo(panel, button('Deny the tip from Ivy First'))
  await panel.keyboard.press('Enter')
  await expectRow('Ivy First', 'Denied')
  await expectFocus(panel.getByRole('listitem').filter({ hasText: 'Ivy First' }))
  await panel.keyboard.press('?')
  await panel.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await panel.keyboard.press('Escape')
  await expectFocus(panel.getByRole('listitem').filter({ hasText: 'Ivy First' }))
})

/** Notes everything that a page receives by its sockets. */
function noteFrames(page: Page): string[] {
  const frames: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => frames.push(payload.toString())),
  )
  return frames
}

/** Makes every call without parameters that reads something, about the creator; returns the status and text of each response. */
async function askForEverything(page: Page) {
  const calls = allCalls.filter(({ method, path }) => method === 'GET' && !path.includes(':'))
  const answers = []
  for (const { path, access } of calls) {
    const about = `creatorUid=${uid}&userUID=${uid}&uid=${uid}`
    const response = await page.request.get(`${product.url}${apiBase}${path}?${about}`)
    answers.push({ path, access, status: response.status(), text: await response.text() })
  }
  return answers
}

test('tips with a message wait until they are approved or denied, also by a moderator who sees neither amount nor private text', async () => {
  const { panel: own } = await openPanel('/dashboard/control-panel')
  await own.getByRole('switch', { name: 'Tips with a message' }).click()
  await own.getByText('Saved.').waitFor()
  await own.getByRole('button', { name: 'Create a link for a moderator' }).click()
  await confirmWith(own, product.account('juniper').password)
  const link = (await own.getByText('/control-panel/invite#').textContent())!
  await checkPageNow(own)
  const password = 'correct-horse-1'
  const { email } = await buildSupporter(product.db, { passwordHash: await hashPassword(password) })
  const { page: moderator } = await product.visit(undefined, { account: { email, password } })
  const frames = noteFrames(moderator)
  await moderator.goto(link)
  await moderator.getByRole('button', { name: 'Become a moderator' }).click()
  await moderator.getByRole('heading', { name: 'Control panel of Juniper Okafor' }).waitFor()

  await tip('Dot Fine', 'Hello there')
  await tip('Eve Rude', 'Something rude')
  await buildTip(product.db, uid, {
    supporterName: 'Fay Secret',
    message: 'for Juniper alone',
    isPrivate: true,
    goalId: null,
    amountMinor: 43_21,
  })
  await moderator.getByRole('button', { name: 'Approve the tip from Dot Fine' }).click()
  await moderator.getByRole('button', { name: 'Deny the tip from Eve Rude' }).click()
  await moderator.getByText('With a private message').waitFor()
  await expect.poll(() => hasAppeared('Dot Fine')).toBe(true)
  await expect.poll(() => hasAppeared('Fay Secret')).toBe(true)
  expect(await hasAppeared('Eve Rude')).toBe(false)
  expect(await moderator.content()).not.toMatch(/43[.,]21|for Juniper alone/)
  await checkPageNow(moderator)

  const answers = await askForEverything(moderator)
  const refused = answers.filter(({ access }) => access === 'creator' || access === 'admin')
  expect(refused.length).toBeGreaterThan(20)
  expect(refused.filter(({ status }) => status !== 403)).toEqual([])
  expect(answers.filter(({ path, status }) => path.startsWith('goals/panel') && status === 200)).toHaveLength(
    3,
  )
  // The site's port may contain the digits of the amount.
  const secrets = new RegExp(`for Juniper alone|\\b4321\\b|${product.account('juniper').email}`)
  expect(answers.filter(({ text }) => secrets.test(text)).map(({ path }) => path)).toEqual([])
  expect(frames.join()).toContain('Fay Secret')
  expect(frames.join()).not.toMatch(secrets)

  await own.getByRole('button', { name: /^Remove .* as a moderator$/ }).click()
  await own.getByRole('button', { name: 'Remove', exact: true }).click()
  await moderator.getByText('You can no longer use this control panel.').waitFor()
  await own.getByRole('listitem').filter({ hasText: 'Removed a moderator' }).waitFor()
  await own.getByRole('switch', { name: 'Tips with a message' }).click()
})
