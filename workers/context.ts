/** What the workers' parts share: one of each, opened once a process. */
import type { Logger } from 'pino'
import type { BellMessage } from '../contract/events.ts'
import type { Bell } from '../db/bell.ts'
import type { Db } from '../db/connection.ts'
import type { Queues } from '../db/queue.ts'
import type { Config } from '../domain/config.ts'

export interface WorkerContext {
  config: Config
  db: Db
  queues: Queues
  bell: Bell
  log: Logger
}

/** Rings the bell. What it announces stands in Postgres, so a ring that is lost costs delay and no retry. */
export async function ring(
  { bell, log }: Pick<WorkerContext, 'bell' | 'log'>,
  message: BellMessage,
): Promise<void> {
  try {
    await bell.ring(message)
  } catch (error) {
    log.warn({ kind: message.kind, reason: (error as Error).message }, 'bell not rung')
  }
}
