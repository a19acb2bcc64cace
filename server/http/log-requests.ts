/** Logs one line for each API request. */
import { AsyncResource } from 'node:async_hooks'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { viewerOf } from './viewer.ts'

/**
 * Logs method, path, status, duration and the id of the account, if one has made the request, when a response ends; but no body, query,
 * cookie or address.
 */
export function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    const { method } = req
    const path = `${req.baseUrl}${req.path}`
    const startedAt = performance.now()
    const logEnd = () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10
      log.info(
        {
          method,
          path,
          status: res.statusCode,
          ms,
          account: viewerOf(res)?.uid,
          aborted: !res.writableFinished || undefined,
        },
        'request',
      )
    }
    res.once('close', AsyncResource.bind(logEnd)) // an event has no request of its own, so the line would lack its id
    next()
  }
}
