/** Runs a shop on another origin, with PayPal's button and strict security headers. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError } from '@paypal/paypal-server-sdk'
import packaged from '@sparticuz/chromium'
import express from 'express'
import { type Browser, chromium } from 'playwright-core'
import { listPrograms } from '../conformance/programs.fixture.ts'
import { orderOf, type TestPaypal } from './paypal.fixture.ts'

/** The page's script. The page's query controls what it does; a list on the page logs the results. */
const source = `
const query = Object.fromEntries(new URLSearchParams(location.search))
const log = (line) => document.querySelector('ol').append(Object.assign(document.createElement('li'), { textContent: line }))
const post = async (path) => (await fetch(path, { method: 'POST' })).json()
if (query.block) window.open = () => null

async function createOrder() {
  const { id, error } = await post('/orders/for/' + query.payee)
  if (error) throw new Error(error)
  log('order')
  return { orderId: id }
}

async function openButton() {
  const paypal = window[query.namespace || 'paypal']
  const { clientId, merchantId, mode: presentationMode = 'popup', currencyCode = 'GBP' } = query
  const options = { clientId, merchantId, components: ['paypal-payments'], ...JSON.parse(query.instance || '{}') }
  const instance = await paypal.createInstance(options)
  const methods = await instance.findEligibleMethods({ currencyCode })
  if (!methods.isEligible('paypal')) return log('not eligible')
  const session = instance.createPayPalOneTimePaymentSession({
    onApprove: async ({ orderId, payerId }) => {
      log('approved by ' + payerId.length)
      const { status, issue } = await post('/orders/' + orderId + '/capture')
      log(status || issue)
    },
    onCancel: () => log('cancelled'),
    onComplete: ({ paymentSessionState }) => log('complete: ' + paymentSessionState),
    onError: (error) => log('error: ' + error.message),
    ...JSON.parse(query.session || '{}'),
  })
  const button = document.createElement('paypal-button')
  button.addEventListener('click', async () => {
    log('click')
    try {
      await session.start({ presentationMode, ...JSON.parse(query.start || '{}') }, createOrder())
      log('started')
    } catch (error) {
      log('rejected: ' + error.code + (error.isRecoverable ? ', recoverable' : ''))
    }
  })
  document.querySelector('main').append(button)
}

const script = document.createElement('script')
script.src = query.scriptUrl
if (query.namespace) script.dataset.namespace = query.namespace
script.onload = () => openButton().catch((error) => log('no instance: ' + error.message))
script.onerror = () => log('The script did not load')
document.head.append(script)
`

/** Starts the shop. It creates orders of 7.00 for the seller in the page's query. */
export async function startShop(paypal: TestPaypal) {
  const app = express()
  app.use((_request, response, next) => {
    response.set({
      'content-security-policy': `default-src 'none'; script-src 'self' ${paypal.origin}; connect-src 'self' ${paypal.origin}`,
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
    next()
  })
  app.get('/', (_request, response) => {
    response.send(
      '<!doctype html><title>Shop</title><main></main><ol></ol><script type="module" src="/shop.js"></script>',
    )
  })
  app.get('/shop.js', (_request, response) => void response.type('js').send(source))
  app.post('/orders/for/:merchantId', async ({ params: { merchantId } }, response) => {
    const body = orderOf({ payee: { merchantId } })
    const created = await paypal.orders.createOrder({ body }).catch(() => undefined)
    response.json(created ? { id: created.result.id } : { error: 'Error creating PayPal order.' })
  })
  app.post('/orders/:id/capture', async ({ params }, response) => {
    response.json(await paypal.orders.captureOrder({ id: params.id }).then(({ result }) => result, toIssue))
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Launches the installed Chromium, or the one from an npm package. */
export async function launchBrowser(): Promise<Browser> {
  const [installed] = listPrograms('chromium')
  return chromium.launch({
    executablePath: installed ?? (await packaged.executablePath()),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}

function toIssue(error: unknown): { issue: string } {
  if (!(error instanceof ApiError)) throw error
  return { issue: JSON.parse(error.body as string).details[0].issue }
}
