/** Whether this server should get requests: the proxy asks for it, and visitors ask whether the product works at all. */
import type { RequestHandler } from 'express'
import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { watchCall } from '../../db/wires.ts'
import type { AppContext } from '../context.ts'

const timeoutMs = 3000

/**
 * Responds to the proxy's health check with 200, or with 503 while Postgres does not respond to this server and while it is about to
 * stop. Visitors ask `account/health` instead: a server that is about to stop still serves them.
 */
export function serveReadiness({ db, isDraining }: Pick<AppContext, 'db' | 'isDraining'>): RequestHandler {
  return async (_req, res) => {
    const isReady = !isDraining?.() && (await isAnswering(db))
    res.setHeader('Cache-Control', 'no-store')
    res
      .status(isReady ? 200 : 503)
      .type('text')
      .send(isReady ? 'ready' : 'not ready')
  }
}

/** Returns whether Postgres responds before the health check times out. */
export async function isAnswering(db: Db): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<false>((give) => {
    timer = setTimeout(give, timeoutMs, false)
  })
  const answer = watchCall('postgres', sql`select 1`.execute(db)).then(
    () => true,
    () => false,
  )
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer))
}
