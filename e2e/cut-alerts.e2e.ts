/** Tests that an alert which was cut short on the stream is played again, once, and what the control panel says meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readPanelTips } from '../domain/panel/read-panel.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { setUpAlertPage } from './alert-addresses.ts'
import { openSource } from './obs-source.ts'
import type { Source } from './obs-source.ts'
import { setUpProduct } from './product-fixture.ts'
import { stream } from './visitors.ts'

const product = setUpProduct({ viewport: stream })
const addresses = setUpAlertPage(product)

const kinds = ['private', 'bare'] as const
type Kind = (typeof kinds)[number]

const openObs = () => product.browser.newContext({ viewport: stream })
const open = async (kind: Kind) => openSource(await openObs(), addresses[kind])
const tip = () => buildTip(product.db, addresses.uid, { amountMinor: 5_00 })
const statuses = async () => (await readPanelTips(product.db, addresses.uid)).map(({ status }) => status)

/** Waits until the alert has left the screen, and long enough for the source to play anything else. */
async function waitUntilIdle({ page }: Source): Promise<void> {
  await expect.poll(() => page.locator('.alert').count()).toBe(0)
  await sleep(1_000)
  expect(await page.locator('.alert').count()).toBe(0)
}

test.each(kinds)(
  'with the %s address an alert that a reload cuts short comes again, with its sound',
  async (kind) => {
    const source = await open(kind)
    await source.cutNext('reload')
    await tip()
    await expect.poll(source.loads).toBe(2)

    await expect.poll(source.appeared).toEqual([1])
    await expect.poll(source.plays).toBe(1)
    await waitUntilIdle(source)
    if (kind === 'private') expect(await statuses()).toEqual(['shown'])
    await source.page.reload()
    await tip()
    await expect.poll(source.appeared).toEqual([2])
  },
)

test.each(kinds)(
  'with the %s address an alert that is cut short twice does not come a third time',
  async (kind) => {
    const source = await open(kind)
    await source.cutNext('reload', 2)
    await tip()
    await expect.poll(source.loads).toBe(3)

    await tip()

    await expect.poll(source.appeared).toEqual([2])
    if (kind === 'private') expect((await statuses()).at(-1)).toBe('cut')
  },
)

test.each(kinds)(
  'with the %s address an alert during which the source is hidden comes again when it is shown',
  async (kind) => {
    const source = await open(kind)
    await source.cutNext('hide')
    await tip()
    await expect.poll(source.appeared).toEqual([1])
    await expect.poll(() => source.page.locator('.alert').count()).toBe(0)
    if (kind === 'private') await expect.poll(statuses).toEqual(['cut'])
    expect(await source.appeared()).toEqual([1])

    await source.show()

    await expect.poll(source.appeared).toEqual([1, 1])
    await expect.poll(source.plays).toBe(2)
    await waitUntilIdle(source)
    expect(await source.appeared()).toEqual([1, 1])
    if (kind === 'private') expect(await statuses()).toEqual(['shown'])
  },
)

test.each(kinds)(
  'with the %s address both of two tips come when a reload cuts the first one short',
  async (kind) => {
    const source = await open(kind)
    await source.cutNext('reload')
    await tip()
    await tip()
    await expect.poll(source.loads).toBe(2)

    await expect.poll(async () => new Set(await source.appeared())).toEqual(new Set([1, 2]))
    await waitUntilIdle(source)
    expect(await source.appeared()).toHaveLength(2)
    expect(await source.plays()).toBe(2)
  },
)

test.each(kinds)(
  'with the %s address an alert that was seen for two seconds does not come again',
  async (kind) => {
    const source = await open(kind)
    await tip()
    await expect.poll(source.appeared).toEqual([1])
    await expect.poll(() => source.page.evaluate(readCursor)).toBe('1')

    await source.page.reload()
    await tip()

    await expect.poll(source.appeared).toEqual([2])
  },
)

/** Runs in a page and returns the cursor that the page has saved. */
function readCursor(): string | undefined {
  const key = Object.keys(localStorage).find((name) => name.startsWith('brimful.alerts.'))
  return key && localStorage[key]
}

test('an alert that one computer cut short is played by the next one, which was not open', async () => {
  const first = await open('private')
  await first.cutNext('leave')
  await tip()
  await expect.poll(statuses).toEqual(['cut'])

  const second = await open('private')

  await expect.poll(second.appeared).toEqual([1])
  await expect.poll(second.plays).toBe(1)
})
