/** Reads the bodies of requests within the limits that their call declares, which is done before a schema sees them. */
import express from 'express'
import type { Request, Response } from 'express'
import type { CallDefinition } from '../../contract/call.ts'
import { AppError } from '../../contract/errors.ts'
import { isWithin } from '../../contract/input-limits.ts'

/**
 * Returns a function that reads the body of a request into `req.body`. For a call without a `body` it reads nothing, so a file stays for
 * who receives it. It throws AppError `too_large`, or `invalid_input` for what is no JSON, has too many values or is nested too deeply.
 */
export function openBodyReader({
  body,
  bodyLimits,
}: Pick<CallDefinition, 'body' | 'bodyLimits'>): (req: Request, res: Response) => Promise<void> {
  if (!body) return async () => {}
  const readJson = express.json({ limit: bodyLimits.bytes })
  return async (req, res) => {
    await new Promise<void>((done, fail) => {
      // an error of the parser has the status of the response (`toAppError`)
      readJson(req, res, (error?: unknown) => (error instanceof Error ? fail(error) : done()))
    })
    if (!isWithin(req.body, bodyLimits)) throw new AppError('invalid_input', { text: 'error_input_shape' })
  }
}
