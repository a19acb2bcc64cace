/** Serves the stand-in for PayPal's browser script after checking its parameters as PayPal does. */
import type { Router } from 'express'
import type { PaypalContext } from './captures.ts'
import type { Store } from './store.ts'
import { accountIdPattern } from './ids.ts'
import { isSupportedCurrency } from './money.ts'
import { sdkScript } from './sdk-script.ts'

type Query = Record<string, unknown>

/** Adds /sdk/js. */
export function addSdk(router: Router, { store }: PaypalContext): void {
  router.get('/sdk/js', (request, response) => {
    // Pages of other origins load this script.
    response.set({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-store' })
    response.type('application/javascript')
    const mistake = findMistake(store, request.query)
    if (!mistake)
      return void response.send(`(${sdkScript})(${JSON.stringify(configOf(store, request.query))})\n`)
    const error = `throw new Error(${JSON.stringify(`SDK Validation error: '${mistake}'`)})\n`
    response.status(400).send(error)
  })
}

function findMistake(store: Store, query: Query): string | undefined {
  const clientId = text(query, 'client-id')
  if (!clientId) return 'client-id is a required parameter and is missing'
  if (clientId !== store.app.clientId) {
    return `client-id not recognized for either production or sandbox: ${clientId}`
  }
  const currency = text(query, 'currency', 'USD')
  if (!isSupportedCurrency(currency)) return `Invalid query value for currency: ${currency}`
  const intent = text(query, 'intent', 'capture')
  if (!['capture', 'authorize'].includes(intent)) return `Invalid query value for intent: ${intent}`
  const merchantId = text(query, 'merchant-id')
  if (merchantId && merchantId !== '*' && !accountIdPattern.test(merchantId) && !merchantId.includes('@')) {
    return `Invalid query value for merchant-id: ${merchantId}`
  }
  const unknown = componentsOf(query).find(
    (name) => !['buttons', 'funding-eligibility', 'marks'].includes(name),
  )
  return unknown && `Invalid query value for components: ${unknown}`
}

function configOf(store: Store, query: Query): Record<string, unknown> {
  return {
    web: store.base,
    clientId: store.app.clientId,
    merchantId: text(query, 'merchant-id'),
    currency: text(query, 'currency', 'USD'),
    intent: text(query, 'intent', 'capture'),
    hasButtons: componentsOf(query).includes('buttons'),
  }
}

function componentsOf(query: Query): string[] {
  return text(query, 'components', 'buttons').split(',')
}

function text(query: Query, name: string, otherwise = ''): string {
  const value = query[name]
  return typeof value === 'string' && value ? value : otherwise
}
