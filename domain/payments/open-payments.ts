/** Payment work as every process opens it: the providers that are configured, and the way to the queue. */
import type { Logger } from 'pino'
import type { Queues } from '../../db/queue.ts'
import type { Config } from '../config.ts'
import { openPaypal } from '../gateways/paypal.ts'
import type { PaymentContext } from './context.ts'

/** Opens the providers of a configuration. */
export function openPayments({ paypal }: Config): PaymentContext['payments'] {
  return { paypal: paypal && { ...openPaypal(paypal), mode: paypal.mode, isPartner: paypal.isPartner } }
}

/** Hands events to the queue without waiting: what is lost here the relay's sweep finds. */
export function publisher(queues: Queues, log: Logger): PaymentContext['publish'] {
  return (eventIds) => {
    const jobs = eventIds.map((eventId) => ({ id: `ev-${eventId}`, data: { eventId } }))
    queues.add('tip-events', jobs).catch((error: Error) => {
      log.warn({ reason: error.message, events: eventIds.length }, 'events left to the sweep')
    })
  }
}
