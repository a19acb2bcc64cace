/**
 * Tests that Explore opens, searches and scrolls with ten thousand creators: the page gets a thousand of them at most.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpProduct } from './product-fixture.ts'

const many = 10_000
const product = setUpProduct()

beforeAll(async () => {
  await sql`
    insert into account (email, user_name, display_name, account_type, currency, bio)
    select 'p' || n || '@many.example', 'p' || lpad(n::text, 5, '0'), 'Person ' || n, 1, 'usd', repeat('About me. ', 20)
    from generate_series(1, ${sql.lit(many)}) n
  `.execute(product.db)
  await sql`
    insert into creator_tag (creator_uid, tag) select uid, 'last' from account where user_name = 'p10000'
  `.execute(product.db)
  await sql`analyze account`.execute(product.owner)
})
afterAll(async () => {
  // When the product is closed, the leak scan searches for each account's email address, which takes too long for ten thousand.
  await sql`delete from creator_tag where tag = 'last'`.execute(product.db)
  await sql`delete from account where email like '%@many.example'`.execute(product.db)
})

/** Opens Explore, and counts the bytes that each answer of the API has on the wire. */
async function openExplore(path = '/explore') {
  const { page, open, takeErrors } = await product.visit()
  const answers: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.url().includes('/api/v1/'))
      answers.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await open(path)
  await page.getByRole('article').first().waitFor()
  return { page, takeErrors, answers }
}

test('it opens with the first screen of creators, and typing finds anyone with a thousand creators in the page', async () => {
  const { page, takeErrors, answers } = await openExplore()
  expect(await page.getByRole('article').count()).toBeLessThan(100)
  expect((await page.content()).length).toBeLessThan(300_000)

  const box = page.getByPlaceholder('Find a Creator to support!')
  await box.pressSequentially('person 99', { delay: 60 })
  await page
    .getByRole('option', { name: /Person 99/ })
    .first()
    .waitFor()
  expect(await page.getByRole('option').count()).toBe(5)
  await box.fill('PERSON 10000')
  await page.getByRole('option', { name: /Person 10000/ }).waitFor()

  const bytes = await Promise.all(answers)
  console.info(`explore with ${many}: ${bytes.length} answers, of ${Math.max(...bytes)} bytes at most`)
  expect(bytes.length).toBeLessThan(20)
  expect(Math.max(...bytes)).toBeLessThan(200_000) // a thousand creators, compressed
  expect(takeErrors()).toEqual([])
})

test('scrolling continues beyond the first thousand, and a tag finds the last creator', async () => {
  const { page } = await openExplore()
  await page.waitForFunction(
    () => {
      window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
      return document.querySelectorAll('article').length > 1020
    },
    undefined,
    { timeout: 90_000, polling: 200 },
  )
  expect(await page.getByText('@p01010', { exact: true }).count()).toBe(1)

  const tagged = await openExplore('/explore?tag=last')
  await tagged.page.getByText('@p10000', { exact: true }).waitFor()
  expect(await tagged.page.getByRole('article').count()).toBe(1)
})
