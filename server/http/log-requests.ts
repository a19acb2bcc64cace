/** Logs one line for each API request. */
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

/** Logs method, path, status and duration when a response ends, but no body, query, cookie or address. */
export function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    const { method } = req
    const path = `${req.baseUrl}${req.path}`
    const startedAt = performance.now()
    res.once('close', () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10
      log.info(
        { method, path, status: res.statusCode, ms, aborted: !res.writableFinished || undefined },
        'request',
      )
    })
    next()
  }
}
