/** Payment work as every process opens it: the providers that are configured, and the way to the queue. */
import type { Logger } from 'pino'
import type { TipEventJob } from '../../contract/events.ts'
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

/** Puts events on the queue without waiting; what is lost on the way is found by the sweep. */
export function publisher(queues: Queues, log: Logger): PaymentContext['publish'] {
  const add = batchWrites(
    async (groups: (readonly TipEventJob[])[]) => {
      const jobs = groups.flat().map((data) => ({ id: `ev-${data.eventId}`, data }))
      await queues.add('tip-events', jobs)
      return groups
    },
    { most: 50, keyOf: ([job]) => job?.eventId ?? '' },
  )
  return (jobs) => {
    if (jobs.length === 0) return
    add(jobs).catch((error: Error) => {
      log.warn({ reason: error.message, events: jobs.length }, 'events left to the sweep')
    })
  }
}
