/** What the workers' parts share: one of each, opened once a process. */
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
  /** What a worker finds refused or paid counts as what a server does. */
  orderLimits: OrderLimits
  /** For tests: how much faster than a real one the clock of the chats' stand-ins runs. */
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
