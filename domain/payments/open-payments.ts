/** Payment work as every process opens it: the providers that are configured, and the way to the queue. */
import type { Logger } from 'pino'
import { batchWrites } from '../../db/write-batcher.ts'
import type { Queues } from '../../db/queue.ts'
import type { Config } from '../config.ts'
import { openPaypalAccounts } from './paypal/accounts.ts'
import { openPaypal } from './paypal/gateway.ts'
import { openStripeAccounts } from './stripe/accounts.ts'
import { openStripe } from './stripe/gateway.ts'
import type { PaymentContext } from './orders/payment-context.ts'

/** Opens the providers of a configuration. */
export function openPayments({ paypal, stripe, publicUrl }: Config): PaymentContext['payments'] {
  return {
    paypal: paypal && {
      ...openPaypal(paypal),
      accounts: openPaypalAccounts(paypal),
      mode: paypal.mode,
      isPartner: paypal.isPartner,
    },
    stripe: stripe && {
      ...openStripe(stripe, publicUrl),
      accounts: openStripeAccounts(stripe),
      mode: stripe.mode,
    },
  }
}

/** Hands events to the queue without waiting: what is lost here the relay's sweep finds. */
export function publisher(queues: Queues, log: Logger): PaymentContext['publish'] {
  const add = batchWrites(
    async (events: (readonly string[])[]) => {
      const jobs = events.flat().map((eventId) => ({ id: `ev-${eventId}`, data: { eventId } }))
      await queues.add('tip-events', jobs)
      return events
    },
    { most: 50, keyOf: ([eventId]) => eventId ?? '' },
  )
  return (eventIds) => {
    add(eventIds).catch((error: Error) => {
      log.warn({ reason: error.message, events: eventIds.length }, 'events left to the sweep')
    })
  }
}
