/** Walks over the rooms of the signed-in area: one level of navigation, few cards, and Live below the thumb. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buildCreator } from '../db/builders.fixture.ts'
import { hashPassword } from '../domain/accounts/passwords.ts'
import { barOf, linkTo, roomsOf } from '../web/src/parts/rooms/rooms.ts'
import { buildSessionUser } from '../web/src/test/builders.ts'
import { setUpProduct } from './product-fixture.ts'
import { phone } from './visitors.ts'

const product = setUpProduct({ reducedMotion: 'reduce' })
const password = 'lantern-under-river-58'
const maxCards = 7

test('every page of every room has one level of navigation, at most seven cards, and no footer', async () => {
  const user = buildSessionUser({ accountType: 1, brimfulUserName: 'miravale' })
  const page = await product.openPage('/dashboard', { as: 'mira', viewport: phone })
  for (const room of roomsOf(user, false)) {
    for (const one of room.pages) {
      await openWhole(page, linkTo(one, user))
      expect(await lookAt(page), `${room.name}: ${one.title()}`).toEqual({
        rows: one.isTab ? ['settings'] : one.isWindow ? [] : [room.name],
        hasFooter: false,
        hasFewCards: true,
      })
    }
  }
})

test('an empty area keeps to the same', async () => {
  const { email } = await buildCreator(product.db, { passwordHash: await hashPassword(password) })
  const { page } = await product.visit(undefined, { account: { email, password }, viewport: phone })
  for (const path of ['/dashboard', '/dashboard/control-panel', '/dashboard/payment-setting2']) {
    await openWhole(page, path)
    expect(await lookAt(page)).toMatchObject({ hasFooter: false, hasFewCards: true })
  }
})

test('the bar of a phone leads to each room, with Live in its middle', async () => {
  const user = buildSessionUser({ accountType: 1, brimfulUserName: 'miravale' })
  const page = await product.openPage('/dashboard', { as: 'mira', viewport: phone })
  const bar = page.locator('[data-bottom-bar]')
  const middle = await bar.getByRole('link').nth(2).boundingBox()
  expect(middle!.x + middle!.width / 2).toBeCloseTo(phone.width / 2, 0)

  for (const room of barOf(roomsOf(user, false))) {
    await bar.getByRole('link', { name: room.title() }).click()
    await page.waitForURL(`**${linkTo(room.pages[0]!, user)}`)
    await expect.poll(() => bar.locator('[aria-current]').innerText()).toBe(room.title())
  }
})

test('the sidebar marks the room also on its other pages', async () => {
  const page = await product.openPage('/dashboard/widgets', { as: 'mira' })
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' }).first()
  await expect.poll(() => sidebar.locator('[aria-current=true]').innerText()).toBe('Stream')
  await page.getByRole('navigation', { name: 'Stream' }).getByRole('link', { name: 'Look and sound' }).click()
  await page.getByRole('heading', { level: 1, name: 'Look and sound' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(`${product.url}${path}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** Returns the rows of navigation in the page, and whether there is a footer or more than seven cards. */
async function lookAt(page: Page) {
  const cards = await page.locator('#content section.shadow-soft:visible').count()
  console.log(`${new URL(page.url()).pathname}: ${cards} cards, ${await heightOf(page)} px`)
  const rows = await page
    .locator('nav[data-room]:visible, nav[data-tabs]:visible')
    .evaluateAll((all) => all.map((nav) => nav.getAttribute('data-room') ?? 'settings'))
  return {
    rows,
    hasFooter: await page.getByRole('contentinfo').isVisible(),
    hasFewCards: cards <= maxCards,
  }
}

function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight)
}
