/** Tests in a browser that a creator imports earlier tips, sees them on the board, and takes them out again. */
import { expect, test } from 'vitest'
import { setUpProduct } from './product-fixture.ts'
import { phone } from './visitors.ts'

const product = setUpProduct({ reducedMotion: 'reduce' })

const file = `DateTime (UTC),From,Message,Item,Received,Given,Currency,TransactionType,TransactionId,BuyerEmail
2025-01-03T10:00:00Z,Wandering Otter,"So glad
I found you",Ko-fi Support,990000.00,,USD,Tip,0000000001,otter@mail.example
2025-02-03T10:00:00Z,<img src=x>,=1+1,Ko-fi Support,5.00,,GBP,Tip,0000000002,
2025-03-03T10:00:00Z,Jo,,Sticker,4.00,,USD,Shop Order,0000000003,
`

test('a file of Ko-fi is checked, imported, seen on the board, and gone after it is taken out', async () => {
  const { page } = await product.visit('mira')
  await page.goto(`${product.url}/dashboard/tools-setting`)
  await page.getByRole('link', { name: 'Import' }).click()
  await page
    .getByLabel('Choose a CSV file')
    .setInputFiles({ name: 'Ko-fi.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByText('This is an export from Ko-fi.').waitFor()
  await page.getByRole('button', { name: 'Check the file' }).click()

  await page.getByText('1 line won’t be imported').click()
  await page.getByText('Line 5', { exact: true }).waitFor()
  const other = page.getByLabel(/^1 (GBP|USD) in/)
  await other.fill('1,25')
  await page.getByRole('button', { name: 'Import 2 tips' }).click()
  const imports = page.getByRole('list', { name: 'Your imports' })
  await imports.getByText(/^2 tips,/).waitFor()
  await imports.getByRole('button', { name: 'Tips of Ko-fi.csv' }).click()
  await imports.getByText('<img src=x>').waitFor()

  const visitor = await product.visit()
  const readBoard = async () => {
    await visitor.page.goto(`${product.url}/miravale/current-goals`)
    const board = visitor.page.getByRole('tab', { name: 'All Time' })
    await board.click()
    return visitor.page.getByText('Wandering Otter').count()
  }
  await expect.poll(readBoard).toBeGreaterThan(0)

  await imports.getByRole('button', { name: 'Remove Ko-fi.csv' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No imports yet.').waitFor()
  await expect.poll(readBoard).toBe(0)
})

const paypal = `"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID","Balance Impact"
"03/04/2025","10:00:00","PST","Ann Lee","Donation Payment","Completed","USD","25.00","-1.00","24.00","1AA000000000000A1","Credit"
"03/04/2025","10:00:00","PST","Dan Denied","Website Payment","Denied","USD","400.00","0.00","400.00","1AA000000000000A2","Credit"
"03/05/2025","10:00:00","PST","","Bank Deposit to PP Account ","Completed","USD","50.00","0.00","50.00","1AA000000000000A3","Credit"
`

test('on a phone, a file of PayPal asks for its dates, leaves out what is no gift, and is off the leaderboard', async () => {
  const { page } = await product.visit('mira', { viewport: phone })
  await page.goto(`${product.url}/dashboard/import-setting`)
  await page
    .getByLabel('Choose a CSV file')
    .setInputFiles({ name: 'Download.CSV', mimeType: 'text/csv', buffer: Buffer.from(paypal) })
  await page.getByText('This is an export from PayPal.').waitFor()
  const check = page.getByRole('button', { name: 'Check the file' })
  expect(await check.isDisabled()).toBe(true)
  await page.getByLabel('Which day is “03/04/2025”?').selectOption('mdy')
  await page.getByText('Ann Lee').waitFor()
  await page.getByText('2 of these lines won’t be imported').click()
  await page.getByText('never paid: denied, failed or canceled').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  await check.click()

  await page.getByText('Ready to import').waitFor()
  const boards = page.getByRole('switch', { name: 'On your leaderboard' })
  expect(await boards.isChecked()).toBe(false)
  await boards.click()
  await page.getByText('Real names will be public on your leaderboard.').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
})
