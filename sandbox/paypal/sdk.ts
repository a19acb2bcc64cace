/** Serves the stand-in for PayPal's JavaScript SDK v6, and what it looks up at PayPal. */
import type { Response, Router } from 'express'
import * as z from 'zod'
import type { PaypalContext } from './captures.ts'
import type { Store } from './store.ts'
import { accountIdPattern } from './ids.ts'
import { isSupportedCurrency } from './money.ts'
import { sdkScript } from './sdk-script.ts'

/** The script has no settings but these two, which PayPal's loader sets (`loadCoreSdkScript` of `@paypal/paypal-js/sdk-v6`). */
const scriptQuery = z.strictObject({
  debug: z.string().optional(),
  'paypal-sdk-retry': z.string().optional(),
})

/** What the script looks up: with `currencyCode` whether PayPal can be used, otherwise whether an instance can be created. */
const lookUp = z.object({
  clientId: z.string(),
  merchantId: z.string().default(''),
  currencyCode: z.string().optional(),
})
type LookUp = z.output<typeof lookUp>

/**
 * Adds the script at /web-sdk/v6/core, the address that PayPal documents (https://developer.paypal.com/sdk/js/set-up), and its look-ups
 * at /web-sdk/v6/look-up, an address of our own.
 */
export function addSdk(router: Router, { store }: PaypalContext): void {
  router.get('/web-sdk/v6/core', (request, response) => {
    openToOtherSites(response)
    response.type('application/javascript')
    const query = scriptQuery.safeParse(request.query)
    if (query.success) return void response.send(`(${sdkScript})(${JSON.stringify({ web: store.base })})\n`)
    const error = 'the settings of v6 are those of createInstance, and not of the script'
    response.status(400).send(`throw new Error(${JSON.stringify(error)})\n`)
  })

  router.get('/web-sdk/v6/look-up', (request, response) => {
    openToOtherSites(response)
    const wanted = lookUp.safeParse(request.query)
    if (!wanted.success) return void response.status(400).json({ message: 'Invalid request' })
    const message = findMistake(store, wanted.data)
    if (message) return void response.status(400).json({ message })
    const { currencyCode } = wanted.data
    response.json({ isEligible: currencyCode === undefined || isSupportedCurrency(currencyCode) })
  })
}

/** Lets pages of other origins load the script and read its look-ups. */
function openToOtherSites(response: Response): void {
  response.set({
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
  })
}

function findMistake(store: Store, { clientId, merchantId }: LookUp): string | undefined {
  if (clientId !== store.app.clientId) return `clientId not recognized: ${clientId}`
  const wrong = merchantId.split(',').find((id) => id !== '' && !accountIdPattern.test(id))
  return wrong && `Invalid merchantId: ${wrong}`
}
