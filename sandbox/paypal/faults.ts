/** Faults on demand: what a test can make the next calls of one kind suffer. */

export const operations = ['create', 'capture', 'get', 'token', 'refund'] as const
export type Operation = (typeof operations)[number]

export const faultNames = [
  'drop-before',
  'drop-after-commit',
  'status-500',
  'status-503',
  'status-401',
  'status-429',
  'slow',
  'html',
  'empty',
] as const
export type FaultName = (typeof faultNames)[number]

export interface Fault {
  operation: Operation
  fault: FaultName
  /** How many calls it still befalls. */
  times: number
  /** How long a slow answer waits. */
  delayMs: number
}

export interface Faults {
  add(fault: Fault): void
  /** The fault this call meets, which is thereby used up once; the oldest first. */
  take(operation: Operation | undefined): Fault | undefined
  list(): Fault[]
  clear(): void
}

/** Faults live in memory: a restart of the sandbox ends them. */
export function openFaults(): Faults {
  let faults: Fault[] = []
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
