/** Tests in a browser that a creator imports earlier tips, sees them on the board, and takes them out again. */
import { expect, test } from 'vitest'
import { setUpProduct } from './product-fixture.ts'

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

  await imports.getByRole('button', { name: 'Take out Ko-fi.csv' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take out' }).click()
  await page.getByText('No imports yet.').waitFor()
  await expect.poll(readBoard).toBe(0)
})
