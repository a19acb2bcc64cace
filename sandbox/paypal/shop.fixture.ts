/** Runs a shop on another origin, with PayPal's React buttons and strict security headers. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError } from '@paypal/paypal-server-sdk'
import packaged from '@sparticuz/chromium'
import express from 'express'
import { type Browser, chromium } from 'playwright-core'
import { build, type Plugin } from 'vite'
import { listPrograms } from '../conformance/programs.fixture.ts'
import { orderOf, type TestPaypal } from './paypal.fixture.ts'

/** The page's script. The page's query controls what it does; a list on the page logs the results. */
const source = `
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from '@paypal/react-paypal-js'

const query = Object.fromEntries(new URLSearchParams(location.search))
const log = (line) => document.querySelector('ol').append(Object.assign(document.createElement('li'), { textContent: line }))
const post = async (path) => (await fetch(path, { method: 'POST' })).json()

if (query.block === 'second') {
  const open = window.open
  let count = 0
  window.open = (...values) => (++count === 2 ? null : open.apply(window, values))
}

function Shop() {
  const [{ isRejected }] = usePayPalScriptReducer()
  if (isRejected) return h('p', null, 'The script did not load')
  return h(PayPalButtons, {
    disabled: query.disabled === 'yes',
    onClick: (data, actions) => {
      log('click')
      return query.click === 'reject' ? actions.reject() : actions.resolve()
    },
    createOrder: async () => {
      const { id, error } = await post('/orders/for/' + query.payee)
      if (error) throw new Error(error)
      log('order')
      return id
    },
    onApprove: async ({ orderID, payerID }, actions) => {
      log('approved by ' + payerID.length)
      const { status, issue } = await post('/orders/' + orderID + '/capture')
      log(status || issue)
      if (issue === 'INSTRUMENT_DECLINED') return actions.restart()
    },
    onCancel: () => log('cancelled'),
    onError: (error) => log('error: ' + error.message),
  })
}

const { clientId, merchantId, sdkBaseUrl, namespace: dataNamespace, currency = 'GBP' } = query
const options = { clientId, merchantId, sdkBaseUrl, currency, intent: 'capture', components: 'buttons', dataNamespace }
createRoot(document.querySelector('main')).render(h(PayPalScriptProvider, { options }, h(Shop)))
`

/** Starts the shop. It creates orders of 7.00 for the seller in the page's query. */
export async function startShop(paypal: TestPaypal) {
  const script = await bundle(source)
  const app = express()
  app.use((_request, response, next) => {
    response.set({
      'content-security-policy': `default-src 'none'; script-src 'self' ${paypal.origin}; connect-src 'self'`,
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
    next()
  })
  app.get('/', (_request, response) => {
    response.send(
      '<!doctype html><title>Shop</title><main></main><ol></ol><script type="module" src="/shop.js"></script>',
    )
  })
  app.get('/shop.js', (_request, response) => void response.type('js').send(script))
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

async function bundle(entry: string): Promise<string> {
  const virtual: Plugin = {
    name: 'shop',
    resolveId: (id) => (id === 'virtual:shop' ? `${process.cwd()}/virtual-shop.js` : undefined),
    load: (id) => (id.endsWith('/virtual-shop.js') ? entry : undefined),
  }
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [virtual],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, rolldownOptions: { input: 'virtual:shop' } },
  })
  const [result] = Array.isArray(built) ? built : [built]
  if (!result || !('output' in result)) throw new Error('The shop did not build.')
  return result.output[0].code
}
