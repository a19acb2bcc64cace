/** One line for each API request: what was asked and how it went, never what was said. */
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

/** Logs method, path, status and time when a response is done; no body, query, cookie or address. */
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
