/** Adds control endpoints to the stand-ins, for actions of a person or a test outside the provider's protocol. */
import type { Router } from 'express'
import * as z from 'zod'
import type { Faults } from './faults.ts'

/** Adds `POST path`, which responds with what `handle` returns. An invalid body is a 400; a ControlError is a 404. */
export function addControl<Schema extends z.ZodType>(
  router: Router,
  path: string,
  schema: Schema,
  handle: (body: z.output<Schema>) => unknown,
): void {
  router.post(path, async (request, response) => {
    const body = schema.safeParse(request.body ?? {})
    if (!body.success) return void response.status(400).json({ error: z.prettifyError(body.error) })
    try {
      response.json((await handle(body.data)) ?? {})
    } catch (error) {
      if (!(error instanceof ControlError)) throw error
      response.status(404).json({ error: error.message })
    }
  })
}

/** Thrown if a control call names something that does not exist or whose state does not allow the action. */
export class ControlError extends Error {}

/** Deletes all idempotency keys, as a provider does after some time. */
export function forgetKeys({ replays, save }: { replays: Record<string, unknown>; save(): void }): object {
  for (const key of Object.keys(replays)) delete replays[key]
  save()
  return {}
}

interface FaultOptions<Operation extends string, Name extends string> {
  operations: readonly [Operation, ...Operation[]]
  names: readonly Name[]
  /** Milliseconds by which the fault `slow` delays a response if the control call names none. */
  delayMs: number
  /** The control call that removes all faults. */
  clear?: 'DELETE path' | 'POST path/clear'
}

/** Adds `POST path`, which sets faults for the next calls, and the call that removes all faults. */
export function addFaultControls<Operation extends string, Name extends string>(
  router: Router,
  path: string,
  faults: Faults<Operation, Name>,
  { operations, names, delayMs, clear = 'POST path/clear' }: FaultOptions<Operation, Name>,
): void {
  const operation = z.enum(operations)
  const fault = z.object({
    operation: operations.length === 1 ? operation.default(operations[0]) : operation,
    fault: z.enum(names),
    times: z.int().min(1).default(1),
    delayMs: z.int().min(0).default(delayMs),
  })
  addControl(router, path, fault, (body) => {
    faults.add(body)
    return { faults: faults.list() }
  })
  if (clear === 'POST path/clear')
    return addControl(router, `${path}/clear`, z.object({}), () => faults.clear())
  router.delete(path, (_request, response) => {
    faults.clear()
    response.json({ faults: [] })
  })
}
