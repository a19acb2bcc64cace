/** The push service of a browser and the browser itself: receives messages as in RFC 8030, and decrypts them. */
import { buffer } from 'node:stream/consumers'
import express, { type Request, Router } from 'express'
import * as z from 'zod'
import { addControl, addFaultControls, ControlError } from '../control.ts'
import { callFaults, openFaults, type Reply, respond, serverError } from '../faults.ts'
import { escapeHtml, formatTime, page, table } from '../page.ts'
import type { StandIn, StandInContext } from '../stand-in.ts'
import { type Browser, type Browsers, openBrowsers, storeMessage, subscribe } from './browsers.ts'
import { decryptPush } from './decrypt.ts'
import { findVapidError } from './vapid.ts'

const maxBytes = 4096
const faultNames = [...callFaults, 'status-429'] as const
type FaultName = (typeof faultNames)[number]

/** Opens the push service. Its subscriptions are stored in the sandbox's `State`. */
export function openPush({ origin, state }: StandInContext): StandIn {
  const browsers = openBrowsers(state)
  const faults = openFaults<'send', FaultName>()
  const endpointOf = ({ id }: Browser) => `${origin}/push/send/${id}`
  const router = Router()

  router.post('/push/send/:id', async (request, response) => {
    const body = await buffer(request) // Express has no parser for the encoding of push messages
    respond(
      response,
      faults.take('send'),
      () => receive(browsers, request, body, origin),
      (fault) =>
        fault === 'status-429' ? { status: 429, headers: { 'Retry-After': '1' } } : serverError(fault),
    )
  })

  router.use('/push', express.json())
  const subscription = z.object({ key: z.string().default(browsers.sender.publicKey) })
  addControl(router, '/push/control/subscribe', subscription, ({ key }) => {
    const browser = subscribe(browsers, key)
    return { endpoint: endpointOf(browser), keys: { p256dh: browser.p256dh, auth: browser.auth } }
  })
  addControl(router, '/push/control/gone', z.object({ endpoint: z.string() }), ({ endpoint }) => {
    const browser = Object.values(browsers.all).find((one) => endpointOf(one) === endpoint)
    if (!browser) throw new ControlError('No browser has this endpoint.')
    browser.isGone = true
    browsers.save()
  })
  addFaultControls(router, '/push/control/faults', faults, {
    operations: ['send'],
    names: faultNames,
    delayMs: 1000,
  })
  router.get('/push/messages', (request, response) => {
    const wanted = Object.values(browsers.all).filter(
      (browser) => !request.query.endpoint || endpointOf(browser) === request.query.endpoint,
    )
    response.json(wanted.flatMap(({ pushed }) => pushed))
  })
  router.get('/push', (_request, response) => void response.send(page('Push', listHtml(browsers))))

  return {
    router,
    page: { path: '/push', name: 'Push', about: 'decrypted push messages' },
    env: {
      VAPID_PUBLIC_KEY: browsers.sender.publicKey,
      VAPID_PRIVATE_KEY: browsers.sender.privateKey,
      PUSH_SANDBOX_URL: `${origin}/push/send`,
    },
  }
}

/** Stores a message for its browser, or refuses it. */
function receive(browsers: Browsers, request: Request, body: Buffer, origin: string): Reply {
  const browser = browsers.all[String(request.params.id)]
  if (!browser) return { status: 404 }
  if (browser.isGone) return { status: 410 }
  const error = findVapidError(request.get('authorization'), browser.senderKey, origin)
  if (error) return { status: 403, body: error }
  const ttl = Number(request.get('ttl') ?? 'NaN')
  if (!(ttl >= 0) || request.get('content-encoding') !== 'aes128gcm')
    return { status: 400, body: 'TTL or Content-Encoding is missing' }
  if (body.length > maxBytes) return { status: 413 }
  try {
    const text = decryptPush(body, browser)
    const at = new Date().toISOString()
    storeMessage(browsers, browser, { at, text, ttl, urgency: request.get('urgency') ?? 'normal' })
    return { status: 201 }
  } catch {
    // A real push service cannot decrypt messages. This one does, so that a wrong encryption is found here and not in the
    // browser.
    return { status: 400, body: 'the message cannot be decrypted' }
  }
}

function listHtml({ all }: Browsers): string {
  const messages = Object.values(all).flatMap((browser) => browser.pushed)
  if (messages.length === 0) return '<p>No push messages yet.</p>'
  return table(
    ['When (UTC)', 'Message'],
    messages.map(({ at, text }) => [formatTime(at), `<code>${escapeHtml(text)}</code>`]),
  )
}
