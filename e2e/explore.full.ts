/** Explore among ten thousand creators, on a processor four times slower: it opens, types and scrolls without a stop. */
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from './browser.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import { desktop, visit } from './visitors.ts'

const many = 10_000
let browser: Browser
let product: Product

beforeAll(async () => {
  browser = await launchChromium()
  product = await startProduct('postgres')
  await sql`
    insert into account (email, user_name, display_name, account_type, currency, bio)
    select 'p' || n || '@many.example', 'p' || lpad(n::text, 5, '0'), 'Person ' || n, 1, 'usd', repeat('About me. ', 20)
    from generate_series(1, ${sql.lit(many)}) n
  `.execute(product.db)
  await sql`
    insert into creator_tag (creator_uid, tag) select uid, 'last' from account where user_name = 'p10000'
  `.execute(product.db)
  await sql`analyze account`.execute(product.db)
})
afterAll(async () => {
  await browser?.close()
  // What leaves the product is looked through for each account's address: for ten thousand that takes its time.
  await sql`delete from creator_tag where tag = 'last'`.execute(product.db)
  await sql`delete from account where email like '%@many.example'`.execute(product.db)
  await product?.[Symbol.asyncDispose]()
})

/** Explore on a slow processor, with a tally of what holds its main thread up. */
async function openExplore({ path = '/explore', slowness = 4 } = {}) {
  const { page, open, complaints } = await visit(browser, product, undefined, { viewport: desktop })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await page.addInitScript(() => {
    const held = { longest: 0 }
    Object.assign(globalThis, { held })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) held.longest = Math.max(held.longest, duration)
    }).observe({ type: 'longtask' })
  })
  const began = Date.now()
  await open(path)
  await page.getByRole('article').first().waitFor()
  return { page, complaints, openedMs: Date.now() - began }
}

/** The longest stop since this was asked last. */
function longestStop(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { held } = globalThis as unknown as { held: { longest: number } }
    const { longest } = held
    held.longest = 0
    return longest
  })
}

test('it opens with a screenful, and typing finds anybody without a stop', async () => {
  const { page, complaints, openedMs } = await openExplore()
  const cards = () => page.getByRole('article').count()
  expect(await cards()).toBeLessThan(100)
  const opening = await longestStop(page)

  const box = page.getByPlaceholder('Find a Creator to support!')
  await box.pressSequentially('person 99', { delay: 60 })
  await page
    .getByRole('option', { name: /Person 99/ })
    .first()
    .waitFor()
  expect(await page.getByRole('option').count()).toBe(5)
  const typing = await longestStop(page)
  await box.fill('PERSON 10000')
  await page.getByRole('option', { name: /Person 10000/ }).waitFor()

  console.info(
    `explore with ${many}: opened in ${openedMs} ms, longest stop ${opening} ms, while typing ${typing} ms`,
  )
  expect(openedMs).toBeLessThan(8_000)
  expect(typing).toBeLessThan(600)
  expect(complaints()).toEqual([])
})

test('scrolling goes on behind the first thousand, and a tag finds who stands at the end', async () => {
  const { page } = await openExplore({ slowness: 1 })
  await page.waitForFunction(
    () => {
      window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
      return document.querySelectorAll('article').length > 1020
    },
    undefined,
    { timeout: 90_000, polling: 200 },
  )
  expect(await page.getByText('@p01010', { exact: true }).count()).toBe(1)

  const tagged = await openExplore({ path: '/explore?tag=last' })
  await tagged.page.getByText('@p10000', { exact: true }).waitFor()
  expect(await tagged.page.getByRole('article').count()).toBe(1)
})
