/** Faults on demand: what a test makes the next calls of one kind suffer. In memory: a restart ends them. */
import type { Response } from 'express'

export const callFaults = [
  'drop-before',
  'drop-after-commit',
  'status-500',
  'status-503',
  'slow',
  'html',
  'empty',
] as const
export type CallFault = (typeof callFaults)[number]

export interface Fault<Operation extends string, Name extends string> {
  operation: Operation
  fault: Name
  /** How many calls it still befalls. */
  times: number
  delayMs: number
}

export interface Faults<Operation extends string, Name extends string> {
  add(fault: Fault<Operation, Name>): void
  /** The oldest fault this call meets, which is thereby used up once. */
  take(operation: Operation): Fault<Operation, Name> | undefined
  list(): Fault<Operation, Name>[]
  clear(): void
}

/** A queue of faults for one stand-in. */
export function openFaults<Operation extends string, Name extends string>(): Faults<Operation, Name> {
  let faults: Fault<Operation, Name>[] = []
  return {
    add(fault) {
      faults.push({ ...fault })
    },
    take(operation) {
      const next = faults.find((fault) => fault.operation === operation)
      if (!next) return undefined
      next.times -= 1
      faults = faults.filter((fault) => fault.times > 0)
      return next
    },
    list: () => faults,
    clear() {
      faults = []
    },
  }
}

/** Whether the fault strikes before the call's work is done, so that nothing has changed. */
export function strikesEarly(fault: CallFault | undefined): boolean {
  return fault === 'drop-before' || fault === 'status-500' || fault === 'status-503'
}

/** Sends the answer as the fault disfigures it; without a fault, as it is. */
export function sendWithFault(
  response: Response,
  answer: { status: number; body: unknown },
  fault: { fault: CallFault; delayMs: number } | undefined,
): void {
  const send = () => void response.status(answer.status).json(answer.body)
  switch (fault?.fault) {
    case 'drop-before':
    case 'drop-after-commit':
      return void response.socket?.destroy()
    case 'status-500':
      return sendServerError(response, 500, 'Internal error encountered.', 'backendError')
    case 'status-503':
      return sendServerError(response, 503, 'The service is currently unavailable.', 'backendError')
    case 'html':
      return void response
        .status(answer.status)
        .type('html')
        .send('<html><body>Try again later</body></html>')
    case 'empty':
      return void response.status(answer.status).end()
    case 'slow': {
      const timer = setTimeout(send, fault.delayMs)
      return void response.on('close', () => clearTimeout(timer))
    }
    case undefined:
      return send()
  }
}

function sendServerError(response: Response, code: 500 | 503, message: string, reason: string): void {
  response.status(code).json({ error: { code, message, errors: [{ message, domain: 'global', reason }] } })
}
