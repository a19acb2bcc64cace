/** Opens the payment providers and the function that publishes payment events. Every process that handles payments needs both. */
import type { Logger } from 'pino'
import type { TipEventJob } from '../../contract/events.ts'
import type { Queues } from '../../db/queue.ts'
import type { Provider } from '../../db/schema.ts'
import { isTracing } from '../../db/tracing.ts'
import { batchWrites } from '../../db/write-batcher.ts'
import type { Config } from '../config/config.ts'
import type { PaymentContext, PaymentProviders } from './orders/payment-context.ts'
import { openPaypal } from './paypal/provider.ts'
import type { PaymentProvider } from './provider/payment-provider.ts'
import { openStripe } from './stripe/provider.ts'

type Registry = Record<Provider, (config: Config) => PaymentProvider | undefined>

/** All payment providers. Each function returns undefined if its provider is not configured. */
const registry: Registry = {
  paypal: ({ paypal, publicUrl }) => paypal && openPaypal(paypal, publicUrl),
  stripe: ({ stripe, publicUrl }) => stripe && openStripe(stripe, publicUrl),
}

/** Opens the providers of a configuration. */
export function openPayments(config: Config): PaymentProviders {
  return Object.fromEntries(Object.entries(registry).map(([name, open]) => [name, open(config)]))
}

/**
 * Returns a function that enqueues events without waiting for the queue. If an event is lost, the sweep of the outbox enqueues it a
 * second time.
 */
export function publisher(queues: Queues, log: Logger): PaymentContext['publish'] {
  const add = batchWrites(
    async (groups: (readonly TipEventJob[])[]) => {
      await queues.add('tip-events', groups.flat().map(toJob))
      return groups
    },
    { maxItems: 50, keyOf: ([job]) => job?.eventId ?? '' },
  )
  return (jobs) => {
    if (jobs.length === 0) return
    // Each job continues the trace of its own request, which requests that share a command could not.
    const adding = isTracing() ? queues.add('tip-events', jobs.map(toJob)) : add(jobs)
    adding.catch((error: Error) => {
      log.warn({ reason: error.message, events: jobs.length }, 'events left to the outbox relay')
    })
  }
}

function toJob(data: TipEventJob) {
  return { id: `ev-${data.eventId}`, data }
}
