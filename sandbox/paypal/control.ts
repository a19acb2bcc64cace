/** What tests and the seed tell the stand-in to do. JSON only, so that no foreign web page can. */
import { type Request, type RequestHandler, Router } from 'express'
import * as z from 'zod'
import { webhookManner, webhookTarget } from '../webhooks.ts'
import { acts, performAct } from './acts.ts'
import { type Book, findMerchantByEmail, makeMerchant, type Merchant } from './book.ts'
import { faultNames, operations, type PaypalFaults } from './faults.ts'
import { accountIdPattern } from './ids.ts'
import { revokeConsent } from './onboarding.ts'
import { outcomeNames } from './outcomes.ts'
import { approveOrder, type Desk } from './settle.ts'

const fault = z.object({
  operation: z.enum(operations),
  fault: z.enum(faultNames),
  times: z.int().min(1).default(1),
  delayMs: z.int().min(0).default(20_000),
})

const merchant = z.object({
  merchantId: z.string().regex(accountIdPattern, '13 characters of 2-9 and A-Z without I and O').optional(),
  email: z.email(),
  country: z.string().length(2).default('GB'),
  standing: z.enum(['ready', 'restricted', 'closed']).optional(),
  isEmailConfirmed: z.boolean().optional(),
  canReceive: z.boolean().optional(),
  hasConsented: z.boolean().optional(),
  trackingId: z.string().optional(),
})

const approve = z.object({ orderId: z.string(), outcome: z.enum(outcomeNames) })
const resend = z.object({ orderId: z.string().optional(), captureId: z.string().optional() })
const act = z.object({
  captureId: z.string(),
  act: z.enum(acts),
  amountMinor: z.int().positive().optional(),
})
const partner = z.object({ isApproved: z.boolean() })

/** The routes of /control. */
export function controlRoutes(desk: Desk, faults: PaypalFaults): Router {
  const router = Router()
  router.get('/control/state', (_request, response) => void response.json(stateOf(desk.book, faults)))
  router.use(webhookControls(desk), faultControls(faults), paymentControls(desk), accountControls(desk))
  return router
}

function webhookControls({ book, hooks }: Desk): Router {
  const router = Router()
  router.post(
    '/control/webhook-url',
    take(webhookTarget, ({ url }) => {
      book.app.webhookUrl = url ?? undefined
      book.save()
      return { webhookId: book.app.webhookId }
    }),
  )
  router.post(
    '/control/webhooks',
    take(webhookManner, ({ mode, delayMs }) => {
      Object.assign(book.app, { hookMode: mode, hookDelayMs: delayMs })
      book.save()
      return { mode, delayMs }
    }),
  )
  router.post(
    '/control/webhooks/resend',
    take(resend, async (about) => {
      const events = await hooks.resend(about)
      return { events: events.map(({ raw: _raw, ...event }) => event) }
    }),
  )
  return router
}

function faultControls(faults: PaypalFaults): Router {
  const router = Router()
  router.post(
    '/control/faults',
    take(fault, (wanted) => {
      faults.add(wanted)
      return { faults: faults.list() }
    }),
  )
  router.delete('/control/faults', (_request, response) => {
    faults.clear()
    response.json({ faults: [] })
  })
  return router
}

function paymentControls(desk: Desk): Router {
  const router = Router()
  router.post(
    '/control/approve',
    take(approve, ({ orderId, outcome }) => {
      const order = desk.book.orders[orderId]
      return order && approveOrder(desk, order, outcome) ? { orderId, status: order.status } : undefined
    }),
  )
  router.post(
    '/control/act',
    take(act, ({ captureId, act, amountMinor }) => {
      const capture = desk.book.captures[captureId]
      return capture && performAct(desk, capture, act, amountMinor)
        ? { captureId, status: capture.status }
        : undefined
    }),
  )
  return router
}

function accountControls(desk: Desk): Router {
  const router = Router()
  router.post(
    '/control/merchants',
    take(merchant, (wanted) => putMerchant(desk, wanted)),
  )
  router.post(
    '/control/partner',
    take(partner, ({ isApproved }) => {
      desk.book.app.isPartnerApproved = isApproved
      desk.book.save()
      return { isApproved }
    }),
  )
  return router
}

/** Parses, does, answers; 404 when what it is about does not exist or cannot be so now. */
function take<T>(schema: z.ZodType<T>, work: (wanted: T) => unknown): RequestHandler {
  return async (request: Request, response) => {
    const parsed = schema.safeParse(request.body)
    if (!parsed.success) return void response.status(400).json({ error: z.prettifyError(parsed.error) })
    const answer = await work(parsed.data)
    if (answer === undefined)
      return void response.status(404).json({ error: 'There is no such thing to do.' })
    response.json(answer)
  }
}

/** Makes an account that is ready to be paid, or changes the one with this id or address. */
function putMerchant(desk: Desk, wanted: z.infer<typeof merchant>): Merchant {
  const { book } = desk
  const known = wanted.merchantId
    ? book.merchants[wanted.merchantId]
    : findMerchantByEmail(book, wanted.email)
  if (known?.hasConsented && wanted.hasConsented === false) revokeConsent(desk, known)
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
  const merchant = known ? Object.assign(known, given) : makeMerchant({ ...given, email: wanted.email })
  book.merchants[merchant.merchantId] = merchant
  book.save()
  return merchant
}

function stateOf(book: Book, faults: PaypalFaults): Record<string, unknown> {
  const { webhookUrl, hookMode, isPartnerApproved, merchantId, buyerId } = book.app
  return {
    app: { webhookUrl, hookMode, isPartnerApproved, merchantId, buyerId },
    merchants: book.merchants,
    orders: book.orders,
    captures: book.captures,
    refunds: book.refunds,
    disputes: book.disputes,
    events: Object.values(book.events).map(({ raw, ...event }) => ({ ...event, body: JSON.parse(raw) })),
    faults: faults.list(),
  }
}
