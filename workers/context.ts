/** What all parts of the workers share; opened once per process. */
import type { Logger } from 'pino'
import type { PubSubMessage } from '../contract/events.ts'
import type { PubSub } from '../db/pubsub.ts'
import type { Db } from '../db/connection.ts'
import type { Queues } from '../db/queue.ts'
import type { Config } from '../domain/config.ts'
import type { OrderLimits } from '../domain/payments/orders/order-limits.ts'

export interface WorkerContext {
  config: Config
  db: Db
  queues: Queues
  pubsub: PubSub
  log: Logger
  /** Counts payments that a worker finds refused or paid, together with those that servers find. */
  orderLimits: OrderLimits
  /** For tests: how many times faster than real time the sandbox's chat platforms run. */
  chatClock?: number
}

/** Publishes the messages. What they announce is stored in Postgres, so a failure is logged and not retried: it only costs delay. */
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
