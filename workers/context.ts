/** The context that all parts of the workers share. Each process opens it once. */
import type { Logger } from 'pino'
import type { PubSubMessage } from '../contract/events.ts'
import type { PubSub } from '../db/pubsub.ts'
import type { Db } from '../db/connection.ts'
import type { Queues } from '../db/queue.ts'
import type { Config } from '../domain/config/config.ts'
import type { OrderLimits } from '../domain/payments/orders/order-limits.ts'

export interface WorkerContext {
  config: Config
  db: Db
  queues: Queues
  pubsub: PubSub
  log: Logger
  /** The limits of orders, which the server shares: payments that a worker finds declined or paid are counted here as well. */
  orderLimits: OrderLimits
  /** For tests: how many times faster than real time the sandbox's chat platforms run. */
  chatClock?: number
}

/**
 * Publishes the messages. A failure is logged and not retried: what the messages announce is stored in Postgres and found by
 * polling, so a lost message only causes a delay.
 */
export async function publish(
  { pubsub, log }: Pick<WorkerContext, 'pubsub' | 'log'>,
  ...messages: PubSubMessage[]
): Promise<void> {
  if (messages.length === 0) return
  try {
    await pubsub.publish(...messages)
  } catch (error) {
    log.warn(
      { kinds: messages.map(({ kind }) => kind), reason: (error as Error).message },
      'a message was not published',
    )
  }
}
