/** What the workers' parts share: one of each, opened once a process. */
import type { Logger } from 'pino'
import type { BellMessage } from '../contract/events.ts'
import type { Bell } from '../db/pubsub.ts'
import type { Db } from '../db/connection.ts'
import type { Queues } from '../db/queue.ts'
import type { Config } from '../domain/config.ts'
import type { OrderLimits } from '../domain/payments/order-limits.ts'

export interface WorkerContext {
  config: Config
  db: Db
  queues: Queues
  bell: Bell
  log: Logger
  /** What a worker finds refused or paid counts as what a server does. */
  orderLimits: OrderLimits
  /** For tests: how much faster than a real one the clock of the chats' stand-ins runs. */
  chatClock?: number
}

/** Rings the bell once for all the messages. What it announces stands in Postgres, so a ring that is lost costs delay and no retry. */
export async function ring(
  { bell, log }: Pick<WorkerContext, 'bell' | 'log'>,
  ...messages: BellMessage[]
): Promise<void> {
  if (messages.length === 0) return
  try {
    await bell.ring(...messages)
  } catch (error) {
    log.warn({ kinds: messages.map(({ kind }) => kind), reason: (error as Error).message }, 'bell not rung')
  }
}
