/** What tests and the seed tell the stand-in to do. JSON only, so that no foreign web page can. */
import { Router } from 'express'
import * as z from 'zod'
import { addControl, ControlError } from '../control.ts'
import { webhookManner, webhookTarget } from '../webhooks.ts'
import { changeAccount } from './accounts.ts'
import { acts, performAct } from './acts.ts'
import { type Account, type Book, makeAccount } from './book.ts'
import type { StripeFaults } from './door.ts'
import { faultNames, operations } from './faults.ts'
import { type Desk, expireSession, payByBank, payByCard } from './settle.ts'
import { testCards } from './cards.ts'

const resend = z.object({ sessionId: z.string().optional(), eventId: z.string().optional() })
const fault = z.object({
  operation: z.enum(operations),
  fault: z.enum(faultNames),
  times: z.int().min(1).default(1),
  delayMs: z.int().min(0).default(20_000),
})
const account = z.object({
  email: z.email(),
  country: z.string().length(2).optional(),
  cardPayments: z.enum(['active', 'pending', 'restricted', 'unsupported']).optional(),
  isClosed: z.boolean().optional(),
  isDisconnected: z.boolean().optional(),
})
const pay = z.object({
  sessionId: z.string(),
  way: z.enum(['card', 'bank', 'expire']).default('card'),
  number: z.string().default('4242424242424242'),
  email: z.email().default('fan@example.com'),
  name: z.string().default('Alex Fan'),
})
const act = z.object({ intentId: z.string(), act: z.enum(acts), amount: z.int().min(1).optional() })

/** The routes of /stripe/control. */
export function controlRoutes(desk: Desk, faults: StripeFaults): Router {
  const { book, hooks } = desk
  const router = Router()
  router.get('/stripe/control/state', (_request, response) => void response.json(stateOf(book, faults)))
  addControl(router, '/stripe/control/webhook-url', webhookTarget, ({ url }) => {
    if (url) book.app.webhookUrl = url
    else delete book.app.webhookUrl
    book.save()
  })
  addControl(router, '/stripe/control/webhooks', webhookManner, ({ mode, delayMs }) => {
    Object.assign(book.app, { hookMode: mode, hookDelayMs: delayMs })
    book.save()
  })
  addControl(router, '/stripe/control/webhooks/resend', resend, (about) => void hooks.resend(about))
  addControl(router, '/stripe/control/faults', fault, (wanted) => faults.add(wanted))
  router.delete('/stripe/control/faults', (_request, response) => {
    faults.clear()
    response.json({})
  })
  addControl(router, '/stripe/control/accounts', account, (wanted) => putAccount(desk, wanted))
  addControl(router, '/stripe/control/pay', pay, (wanted) => payFor(desk, wanted))
  addControl(router, '/stripe/control/act', act, ({ intentId, act: name, amount }) => {
    const intent = book.intents[intentId]
    if (!intent || !performAct(desk, intent, name, amount))
      throw new ControlError('There is no such thing to do.')
    return { intentId, status: intent.status }
  })
  return router
}

/** Makes an account that takes cards, or changes the one with this address. */
function putAccount(desk: Desk, wanted: z.infer<typeof account>): Account {
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
  const known = Object.values(desk.book.accounts).find(({ email }) => email === wanted.email)
  if (known) {
    const isNew = Object.entries(given).some(([name, value]) => Reflect.get(known, name) !== value)
    if (isNew) changeAccount(desk, known, given)
    return known
  }
  const made = makeAccount({ ...given, email: wanted.email })
  desk.book.accounts[made.id] = made
  desk.book.save()
  return made
}

/** What the fan does on the hosted page. */
function payFor(desk: Desk, { sessionId, way, number, ...payer }: z.infer<typeof pay>) {
  const session = desk.book.sessions[sessionId]
  if (session?.status !== 'open') throw new ControlError('There is no such open session.')
  if (way === 'expire') expireSession(desk, session)
  if (way === 'bank') payByBank(desk, session, payer)
  if (way === 'card') {
    const card = testCards.find((one) => one.number === number)
    if (!card) throw new ControlError('There is no such test card.')
    payByCard(desk, session, card, payer)
  }
  return { sessionId, status: session.status, intentId: session.intentId ?? null }
}

function stateOf(book: Book, faults: StripeFaults): Record<string, unknown> {
  const { app, accounts, sessions, intents, refunds, disputes, events } = book
  return {
    app: { webhookUrl: app.webhookUrl, hookMode: app.hookMode },
    accounts,
    sessions,
    intents,
    refunds,
    disputes,
    events: Object.values(events).map(({ raw, ...event }) => ({
      ...event,
      body: JSON.parse(raw) as unknown,
    })),
    faults: faults.list(),
  }
}
