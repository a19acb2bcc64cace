/** The push service of a browser, and the browser behind it: takes messages as RFC 8030 says, and decrypts them. */
import { buffer } from 'node:stream/consumers'
import express, { Router } from 'express'
import type { Request, Response } from 'express'
import * as z from 'zod'
import { addControl, ControlError } from '../control.ts'
import { callFaults, openFaults, sendWithFault, strikesEarly } from '../faults.ts'
import type { CallFault, Fault } from '../faults.ts'
import { escapeHtml, page } from '../page.ts'
import type { StandIn, StandInContext } from '../stand-in.ts'
import { keepPushed, openBrowsers, subscribe } from './browsers.ts'
import type { Browser, Browsers } from './browsers.ts'
import { decryptPush } from './decrypt.ts'
import { findVapidFault } from './vapid.ts'

const longest = 4096
const faultNames = [...callFaults, 'status-429'] as const
type FaultName = (typeof faultNames)[number]

/** Opens the push service; browsers stay subscribed as long as the state does. */
export function openPush({ origin, state }: StandInContext): StandIn {
  const browsers = openBrowsers(state)
  const faults = openFaults<'send', FaultName>()
  const endpointOf = ({ id }: Browser) => `${origin}/push/send/${id}`
  const router = Router()

  router.post('/push/send/:id', async (request, response) => {
    const body = await buffer(request) // in an encoding that no parser of Express knows
    const fault = faults.take('send')
    if (fault?.fault === 'status-429') return void response.status(429).set('Retry-After', '1').end()
    const wire = fault as Fault<'send', CallFault> | undefined
    if (!strikesEarly(wire?.fault)) answer(browsers, { request, response, body }, origin)
    if (wire) sendWithFault(response, { status: 201, body: {} }, wire)
    else if (!response.writableEnded) response.status(201).end()
  })

  router.use('/push', express.json())
  const asked = z.object({ key: z.string().default(browsers.sender.publicKey) })
  addControl(router, '/push/control/subscribe', asked, ({ key }) => {
    const browser = subscribe(browsers, key)
    return { endpoint: endpointOf(browser), keys: { p256dh: browser.p256dh, auth: browser.auth } }
  })
  addControl(router, '/push/control/gone', z.object({ endpoint: z.string() }), ({ endpoint }) => {
    const browser = Object.values(browsers.all).find((one) => endpointOf(one) === endpoint)
    if (!browser) throw new ControlError('No browser has subscribed by that.')
    browser.isGone = true
    browsers.save()
  })
  const fault = z.object({
    fault: z.enum(faultNames),
    times: z.int().min(1).default(1),
    delayMs: z.int().min(0).default(1000),
  })
  addControl(router, '/push/control/faults', fault, (body) => faults.add({ operation: 'send', ...body }))
  addControl(router, '/push/control/faults/clear', z.object({}), () => faults.clear())
  router.get('/push/messages', (request, response) => {
    const wanted = Object.values(browsers.all).filter(
      (browser) => !request.query.endpoint || endpointOf(browser) === request.query.endpoint,
    )
    response.json(wanted.flatMap(({ pushed }) => pushed))
  })
  router.get('/push', (_request, response) => void response.send(page('Push', listHtml(browsers))))

  return {
    router,
    env: {
      VAPID_PUBLIC_KEY: browsers.sender.publicKey,
      VAPID_PRIVATE_KEY: browsers.sender.privateKey,
      PUSH_SANDBOX_URL: `${origin}/push/send`,
    },
  }
}

interface Asked {
  request: Request
  response: Response
  body: Buffer
}

/** Ends the response where the message is refused. */
function answer(browsers: Browsers, { request, response, body }: Asked, origin: string): void {
  const browser = browsers.all[String(request.params.id)]
  if (!browser) return void response.status(404).end()
  if (browser.isGone) return void response.status(410).end()
  const fault = findVapidFault(request.get('authorization'), browser.senderKey, origin)
  if (fault) return void response.status(403).type('text').send(fault)
  const ttl = Number(request.get('ttl') ?? 'NaN')
  if (!(ttl >= 0) || request.get('content-encoding') !== 'aes128gcm')
    return void response.status(400).type('text').send('TTL or Content-Encoding is missing')
  if (body.length > longest) return void response.status(413).end()
  try {
    const text = decryptPush(body, browser)
    keepPushed(browsers, browser, {
      at: new Date().toISOString(),
      text,
      ttl,
      urgency: request.get('urgency') ?? 'normal',
    })
  } catch {
    // A browser drops what it cannot read; here somebody wants to know.
    response.status(400).type('text').send('the message cannot be decrypted')
  }
}

function listHtml({ all }: Browsers): string {
  const pushed = Object.values(all).flatMap((browser) => browser.pushed)
  if (pushed.length === 0) return '<p>No browser was pushed anything yet.</p>'
  const rows = pushed.map(
    ({ at, text }) =>
      `<tr><td>${at.slice(0, 19).replace('T', ' ')}</td><td><code>${escapeHtml(text)}</code></td></tr>`,
  )
  return `<table>${rows.join('')}</table>`
}
