/** Gives each request an id, by which its response and its log lines are found. */
import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { inRequest } from '../../domain/log.ts'

/** Sets the header `X-Request-Id` to a new id. An id that a client sends is ignored, so that nobody can forge log lines. */
export const identifyRequests: RequestHandler = (_req, res, next) => {
  const requestId = randomUUID()
  res.setHeader('X-Request-Id', requestId)
  inRequest(requestId, next)
}
