/** Steps to the forms of an import, each with a file that leads there. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'

/** A file with one tip, whose currency nothing says. */
export const chooseOpenFile = (page: Page) => chooseFile(page, ['Amount'], ['5.00'])

/** A file with one tip in pounds. */
export const choosePlainFile = (page: Page) => chooseFile(page, ['Amount'], ['£5.00'])

/** Checks a file with one tip in euros, which needs a rate. */
export async function checkForeignFile(page: Page): Promise<void> {
  const card = await chooseFile(page, ['Amount', 'Currency'], ['5.00', 'EUR'])
  await card.getByRole('button', { name: 'Check the file' }).click()
  await card.getByText('Ready to import').waitFor()
}

/** Chooses a file with one tip, whose name is new, and waits until its beginning is read. */
async function chooseFile(page: Page, columns: string[], cells: string[]): Promise<Locator> {
  const text = `Date,Name,${columns.join()}\n2025-01-03,${randomUUID()},${cells.join()}\n`
  const card = page.locator('#import')
  const input = card.locator('input[type=file]')
  await input.setInputFiles({ name: 'tips.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await card.getByRole('button', { name: 'Check the file' }).waitFor()
  return card
}
