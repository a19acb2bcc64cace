/** The door of the control calls: what a person or a test does to a stand-in from outside the protocol. */
import type { Router } from 'express'
import * as z from 'zod'

/** Adds `POST path`: the JSON body is checked, the answer is what `act` returns, and a ControlError is a 404. */
export function addControl<Schema extends z.ZodType>(
  router: Router,
  path: string,
  schema: Schema,
  act: (body: z.output<Schema>) => unknown,
): void {
  router.post(path, (request, response) => {
    const body = schema.safeParse(request.body ?? {})
    if (!body.success) return void response.status(400).json({ error: z.prettifyError(body.error) })
    try {
      response.json(act(body.data) ?? {})
    } catch (error) {
      if (!(error instanceof ControlError)) throw error
      response.status(404).json({ error: error.message })
    }
  })
}

/** What a control call names does not exist. */
export class ControlError extends Error {}
