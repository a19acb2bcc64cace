/** Tests the alert page in OBS, which never logs in: several sources and computers show each alert once and sound once. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overlayStates } from '../contract/sockets.ts'
import type { OverlayState } from '../contract/sockets.ts'
import { openTcpProxy } from '../db/tcp-proxy.fixture.ts'
import { sealConfirmation } from '../domain/accounts/confirmation-proof.ts'
import { openConfirmedSession } from '../domain/accounts/session.fixture.ts'
import { readSecretKeys } from '../domain/config/secret-keys.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { launchChromium } from './browser.ts'
import { ageAlerts } from './old-alerts.ts'
import { setUpAlertPage } from './alert-addresses.ts'
import { openSource } from './obs-source.ts'
import type { Source, SourceOptions } from './obs-source.ts'
import { setUpProduct } from './product-fixture.ts'
import { openServer } from './product-parts.ts'
import { fetchJson } from './program.ts'
import { stream } from './visitors.ts'

const product = setUpProduct({ viewport: stream })
const addresses = setUpAlertPage(product)

/** A time on screen in milliseconds, for tests whose alerts may disappear early. */
const displayMs = 500
const openObs = () => product.browser.newContext({ viewport: stream })
const tip = () => buildTip(product.db, addresses.uid, { amountMinor: 5_00 })
/** Opens the private address in a new browser context, as OBS on another computer does, at the server at `url`. */
const openComputer = async (url = product.url, ...options: SourceOptions[]) =>
  openSource(await openObs(), addresses.private.replace(product.url, url), ...options)

async function countPlays(sources: Source[]): Promise<number> {
  const plays = await Promise.all(sources.map((source) => source.plays()))
  return plays.reduce((sum, count) => sum + count, 0)
}

/** Returns the creator's alerts with the columns that prove that they were shown. */
function readAlerts() {
  const alerts = product.db.selectFrom('alert').select(['begunBy', 'shownAt', 'shownMs'])
  return alerts.where('creatorUid', '=', addresses.uid).orderBy('seq').execute()
}

const readLease = () =>
  product.db
    .selectFrom('activeOverlay')
    .selectAll()
    .where('creatorUid', '=', addresses.uid)
    .executeTakeFirst()

/** Waits until the active overlay is a page in this state. */
async function waitUntilActive(state: OverlayState): Promise<void> {
  await expect.poll(async () => (await readLease())?.rank).toBe(overlayStates.indexOf(state))
}

/** Waits until the active overlay is another page than `overlayId`, and prints how long that took. */
async function waitForNext(after: string, overlayId: string | undefined): Promise<void> {
  const from = performance.now()
  await expect
    .poll(async () => (await readLease())?.overlayId ?? overlayId, { interval: 20 })
    .not.toBe(overlayId)
  console.log(`another page was active ${Math.round(performance.now() - from)} ms after: ${after}`)
}

test.each(['private', 'bare'] as const)(
  'of two scenes with the %s address the hidden one does not show again what the other has shown',
  async (kind) => {
    const obs = await openObs()
    // The second alert appears after 1.5 seconds: a page that is hidden for less than a second may show alerts that other pages
    // have begun.
    const live = await openSource(obs, addresses[kind], { displayMs: 1_500 })
    const hidden = await openSource(obs, addresses[kind], { isHidden: true, displayMs })
    await tip()
    await tip()
    await expect.poll(live.appeared).toEqual([1, 2])
    await sleep(500) // long enough for the hidden page to learn that the second alert was begun

    await hidden.show()
    await tip()

    await expect.poll(live.appeared).toEqual([1, 2, 3])
    await expect.poll(hidden.appeared).toEqual([3])
  },
)

test.each(['private', 'bare'] as const)(
  'two scenes that are both seen, with the %s address, show each alert and sound once',
  async (kind) => {
    const obs = await openObs()
    const open = () => openSource(obs, addresses[kind], { displayMs })
    const scenes = [await open(), await open()]
    for (let i = 0; i < 3; i++) await tip()

    for (const { appeared } of scenes) await expect.poll(appeared).toEqual([1, 2, 3])
    await expect.poll(() => countPlays(scenes)).toBe(3)
  },
)

test('of two scenes with the bare address one sounds, even if they hear of each other late', async () => {
  const obs = await openObs()
  await obs.addInitScript(() => {
    const post = BroadcastChannel.prototype.postMessage
    BroadcastChannel.prototype.postMessage = function (message) {
      setTimeout(() => post.call(this, message), 1_000)
    }
  })
  const scenes = [await openSource(obs, addresses.bare), await openSource(obs, addresses.bare)]
  await tip()

  for (const { appeared } of scenes) await expect.poll(appeared).toEqual([1])
  await expect.poll(() => countPlays(scenes)).toBeGreaterThan(0)
  await sleep(2_000) // long enough for the other scene to sound as well
  expect(await countPlays(scenes)).toBe(1)
})

test('of two computers the one that is on program sounds, and an alert that it has drawn for two seconds counts as shown', async () => {
  const [one, two] = [await openComputer(), await openComputer()]
  await one.send('obsSourceActiveChanged', { active: false })
  await two.send('obsSourceActiveChanged', { active: true })
  await waitUntilActive('program')
  await tip()
  await expect.poll(two.plays).toBe(1)
  await expect.poll(one.appeared).toEqual([1])
  await expect.poll(readAlerts).toMatchObject([{ shownAt: expect.any(Date) }])
  const [first] = await readAlerts()
  expect(first?.shownMs).toBeGreaterThanOrEqual(2000)
  expect(await one.plays()).toBe(0)

  await two.send('obsSourceActiveChanged', { active: false })
  await two.send('obsSourceVisibleChanged', { visible: false })
  await one.send('obsSourceActiveChanged', { active: true })
  await waitForNext('the scenes changed', first?.begunBy ?? undefined)
  await tip()

  await expect.poll(one.plays).toBe(1)
  await expect.poll(one.appeared).toEqual([1, 2])
  expect([await two.plays(), await two.appeared()]).toEqual([1, [1]])
})

test('alerts wait for a source that is hidden, and are played once when it is shown', async () => {
  const hidden = await openSource(await openObs(), addresses.private, { isHidden: true, displayMs })
  await tip()
  await tip()
  await expect.poll(readAlerts).toHaveLength(2)
  expect(await hidden.appeared()).toEqual([])

  await hidden.show()

  await expect.poll(hidden.appeared).toEqual([1, 2])
  expect(await hidden.plays()).toBe(2)
})

test('of alerts that waited longer than ten minutes for a source to be shown it plays what the creator’s policy says', async () => {
  const hidden = await openSource(await openObs(), addresses.private, { isHidden: true, displayMs: 10 })
  for (let i = 0; i < 8; i++) await tip()
  await expect.poll(hidden.received).toHaveLength(8)
  await expect.poll(hidden.awaitsFrame).toBe(true)
  await ageAlerts(product.db, addresses.uid, 7)
  await hidden.passTime(11 * 60_000)

  await hidden.show()

  await expect.poll(hidden.appeared).toEqual([3, 4, 5, 6, 7, 8])
  expect(await hidden.plays()).toBe(6)
})

/** Kills a browser, so that its pages cannot close their connections in an orderly way. */
async function killBrowser(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  process.kill(processInfo.find(({ type }) => type === 'browser')!.id, 'SIGKILL')
}

const endings = {
  'page is closed': (page: Page) => page.close(),
  'browser is killed': (page: Page) => killBrowser(page.context().browser()!),
}

test.each(['page is closed', 'browser is killed'] as const)(
  'when the active %s another computer goes on with what it has not begun',
  async (ending) => {
    const options = { displayMs: 2_000 } // long enough to end the first page during an alert
    const ownBrowser = await launchChromium()
    const first = await openSource(
      await ownBrowser.newContext({ viewport: stream }),
      addresses.private,
      options,
    )
    await waitUntilActive('obs')
    const second = await openComputer(product.url, options)
    for (let i = 0; i < 3; i++) await tip()
    await expect.poll(first.plays).toBe(1)
    // A page that ends before its server knows has begun nothing.
    await expect.poll(async () => (await readAlerts())[0]?.begunBy).toEqual(expect.any(String))

    const lease = await readLease()
    await endings[ending](first.page)

    await waitForNext(ending, lease?.overlayId)
    await expect.poll(second.appeared).toEqual([1, 2, 3])
    expect(await second.plays()).toBe(2)
    await ownBrowser.close()
  },
)

test('when the wire of the active page is cut a page at another server goes on, and both together sound once for each alert', async () => {
  const proxy = await openTcpProxy(`http://127.0.0.1:${product.env['PORT']}`)
  const port = await findTestPort()
  const other = openServer({ ...product.env, PORT: String(port) })
  await other.start()
  const cut = await openComputer(proxy.url.replace(/\/$/, ''), { displayMs })
  await waitUntilActive('obs')
  const second = await openComputer(`http://127.0.0.1:${port}`, { displayMs })
  await tip()
  await expect.poll(() => countPlays([cut, second])).toBe(1)
  await expect.poll(second.appeared).toEqual([1])

  const lease = await readLease()
  proxy.silence()
  await waitForNext('the wire was cut', lease?.overlayId)
  for (let i = 0; i < 2; i++) await tip()

  await expect.poll(second.appeared).toEqual([1, 2, 3])
  expect([await cut.plays(), await second.plays()]).toEqual([1, 2])
  await Promise.all([other.stop(), proxy.close()])
})

/** Opens a browser context where `change` rewrites the HTML of the alert page, and counts how often the page is loaded. */
async function openChanged(change: (html: string) => string) {
  const obs = await openObs()
  let loads = 0
  await obs.route(/\/streamalerts\?/, async (route) => {
    if (route.request().isNavigationRequest()) loads += 1
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  })
  return { obs, loads: () => loads }
}

test('a page of another build than the server’s reloads once', async () => {
  const { obs, loads } = await openChanged((html) => html.replace(/data-build="\w+"/, 'data-build="older"'))
  const source = await openSource(obs, addresses.private)
  await expect.poll(loads).toBe(2)

  await tip()
  await expect.poll(source.appeared).toEqual([1])
  expect(loads()).toBe(2)
})

test('a page whose player is gone reloads once, and then shows alerts without it', async () => {
  const { obs, loads } = await openChanged((html) => html)
  await obs.route(/\/player-/, (route) => route.fulfill({ status: 404 }))
  const source = await openSource(obs, addresses.private)
  await expect.poll(loads).toBe(2)

  await tip()
  await expect.poll(source.appeared).toEqual([1])
  expect(loads()).toBe(2)
})

test('when the key is replaced the page with the former one is cut off, and gets no alert any more', async () => {
  const former = await openComputer()
  const bare = await openSource(await openObs(), addresses.bare)
  await waitUntilActive('obs')

  const from = performance.now()
  await fetchJson(
    `http://127.0.0.1:${product.env['PORT']}/api/v1/account/replace-overlay-key`,
    {},
    { cookie: await confirmedCookie(addresses.uid) },
  )

  await expect.poll(readLease, { interval: 20 }).toBeUndefined()
  console.log(`the page was cut off ${Math.round(performance.now() - from)} ms after the new key`)
  await tip()
  await expect.poll(bare.appeared).toEqual([1])
  expect(former.received()).toEqual([])
})

test('with nothing on screen no frame is drawn', async () => {
  const { page, appeared, countFrames } = await openSource(await openObs(), addresses.private, {
    displayMs: 10,
  })
  await tip()
  await expect.poll(appeared).toEqual([1])

  await expect.poll(countFrames).toBe(0)
  await page.evaluate(() => {
    const leftOver = document.body.appendChild(document.createElement('p'))
    leftOver.textContent = 'still moving'
    leftOver.animate({ transform: ['none', 'translateX(50px)'] }, { duration: 500, iterations: Infinity })
  })
  expect(await countFrames()).toBeGreaterThan(9)
})

/** Opens a session of the creator that is confirmed, and returns its Cookie header. */
async function confirmedCookie(uid: string): Promise<string> {
  const { token } = await openConfirmedSession(product.db, uid)
  const proof = sealConfirmation(readSecretKeys(product.env['SECRETS_KEY']!), token)
  return `brimful_session=${token}; brimful_confirmed=${proof}`
}
