/** Tests the API page: it draws our document from our own files, and a call that is tried there acts with the token alone. */
import { expect, test } from 'vitest'
import { plantApiToken } from '../domain/tools/api-token.fixture.ts'
import { setUpProduct } from './product-fixture.ts'
import { desktop, phone } from './visitors.ts'

const product = setUpProduct({ viewport: phone, reducedMotion: 'reduce' })

test.each([
  ['a dark phone', phone, 'dark'],
  ['a desktop', desktop, 'light'],
] as const)(
  'on %s the page shows an example of a call and tries it, without another host',
  async (_, viewport, colorScheme) => {
    const uid = await product.uidOf('juniper_o')
    const { token } = await plantApiToken(product.db, uid, ['panel:read'])
    const { page, open, takeErrors } = await product.visit(undefined, { viewport, colorScheme })
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(product.url) && !request.url().startsWith('data:'))
        foreign.push(request.url())
    })

    await open('/api-reference')
    await page.getByRole('button', { name: 'Authorize' }).click()
    await page.getByLabel('auth-bearer-value').fill(token)
    await page.getByLabel('Apply credentials').click()
    await page.getByRole('button', { name: 'Close' }).last().click()
    const call = page.locator('.opblock', { has: page.getByText('/tools/panel', { exact: true }) }).first()
    await call.locator('.opblock-summary-control').click()
    await call.getByText('"waiting": 3').waitFor() // of the example
    await call.getByRole('button', { name: 'Try it out' }).click()
    await call.getByRole('button', { name: 'Execute' }).click()
    await call.locator('.live-responses-table').getByText('"waiting": 0').waitFor()

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    expect([foreign, takeErrors()]).toEqual([[], []])
  },
)
