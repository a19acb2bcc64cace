/** Serves the stand-in for PayPal's browser script after checking its parameters as PayPal does. */
import type { Router } from 'express'
import * as z from 'zod'
import type { PaypalContext } from './captures.ts'
import type { Store } from './store.ts'
import { accountIdPattern } from './ids.ts'
import { isSupportedCurrency } from './money.ts'
import { sdkScript } from './sdk-script.ts'

/** Parses a parameter. An empty or missing one becomes `otherwise`. */
const param = (otherwise: string) => z.string().min(1).catch(otherwise)
const parameters = z.object({
  'client-id': param(''),
  currency: param('USD'),
  intent: param('capture'),
  'merchant-id': param(''),
  components: param('buttons').transform((names) => names.split(',')),
})
type Parameters = z.output<typeof parameters>

/** Adds the browser script (PayPal's JavaScript SDK) at /sdk/js. */
export function addSdk(router: Router, { store }: PaypalContext): void {
  router.get('/sdk/js', (request, response) => {
    // Pages of other origins may load this script.
    response.set({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-store' })
    response.type('application/javascript')
    const wanted = parameters.parse(request.query)
    const mistake = findMistake(store, wanted)
    if (!mistake) return void response.send(`(${sdkScript})(${JSON.stringify(configOf(store, wanted))})\n`)
    const error = `throw new Error(${JSON.stringify(`SDK Validation error: '${mistake}'`)})\n`
    response.status(400).send(error)
  })
}

function findMistake(store: Store, wanted: Parameters): string | undefined {
  const { 'client-id': clientId, 'merchant-id': merchantId, currency, intent, components } = wanted
  if (!clientId) return 'client-id is a required parameter and is missing'
  if (clientId !== store.app.clientId) {
    return `client-id not recognized for either production or sandbox: ${clientId}`
  }
  if (!isSupportedCurrency(currency)) return `Invalid query value for currency: ${currency}`
  if (!['capture', 'authorize'].includes(intent)) return `Invalid query value for intent: ${intent}`
  if (merchantId && merchantId !== '*' && !accountIdPattern.test(merchantId) && !merchantId.includes('@')) {
    return `Invalid query value for merchant-id: ${merchantId}`
  }
  const unknown = components.find((name) => !['buttons', 'funding-eligibility', 'marks'].includes(name))
  return unknown && `Invalid query value for components: ${unknown}`
}

function configOf(store: Store, wanted: Parameters): Record<string, unknown> {
  const { 'client-id': clientId, 'merchant-id': merchantId, currency, intent, components } = wanted
  const hasButtons = components.includes('buttons')
  return { web: store.base, clientId, merchantId, currency, intent, hasButtons }
}
