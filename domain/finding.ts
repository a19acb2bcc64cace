/** What a check of the installation finds, and how checks are run. */

/** `off` is something that the operator has not switched on. Only a `fault` stops something that was promised. */
export interface Finding {
  kind: 'ok' | 'off' | 'warning' | 'fault'
  /** One sentence. A warning and a fault say what to do. */
  text: string
}

export interface Check {
  /** What is checked, in one or two words. */
  subject: string
  /** Never sees another check's failure. An error that it throws is a fault. */
  run(): Promise<Finding | Finding[]>
}

export interface Line extends Finding {
  subject: string
}

export const ok = (text: string): Finding => ({ kind: 'ok', text })
export const off = (text: string): Finding => ({ kind: 'off', text })
export const warning = (text: string): Finding => ({ kind: 'warning', text })
export const fault = (text: string): Finding => ({ kind: 'fault', text })

/** Thrown by a check that cannot be made while something is away that has a check of its own; `needs` names that. */
export class UncheckedError extends Error {
  constructor(needs: string) {
    super(`Not checked, because it needs ${needs}.`)
  }
}

/** Runs all checks at the same time, each for at most `timeoutMs`, and returns their lines in the order of the checks. */
export async function runChecks(checks: readonly Check[], timeoutMs: number): Promise<Line[]> {
  const lines = await Promise.all(
    checks.map(async ({ subject, run }) => {
      const findings = await limit(run(), timeoutMs).catch(describeError)
      return [findings].flat().map((finding) => ({ subject, ...finding }))
    }),
  )
  return lines.flat()
}

/**
 * Returns an error's code, or else its message: what a person can search for. For an error with a cause, such as Node's "fetch failed", it
 * is the cause's.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause, code } = error as NodeJS.ErrnoException
  if (typeof code === 'string') return code
  return cause instanceof Error ? reasonOf(cause) : error.message
}

/** The codes of Node for a peer that does not respond: https://nodejs.org/api/errors.html#common-system-errors */
const unanswered =
  /\b(ECONN[A-Z]+|ENOTFOUND|EAI_[A-Z]+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|UND_ERR_[A-Z_]+)\b/

function describeError(error: unknown): Finding {
  if (error instanceof UncheckedError) return warning(error.message)
  const code = networkCodeOf(error)
  return code
    ? fault(`There is no response (${code}): look at the network between, and run this again later.`)
    : fault(`The check failed (${reasonOf(error)}): correct what it names, and run this again.`)
}

/** Returns the code that says why there was no response, such as ECONNREFUSED; undefined for an error with another reason. */
export function networkCodeOf(error: unknown): string | undefined {
  return unanswered.exec(reasonOf(error))?.[0]
}

async function limit(work: Promise<Finding | Finding[]>, timeoutMs: number): Promise<Finding | Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((resolve) => {
    const text = `There is no answer after ${timeoutMs / 1000} seconds: look at the network between.`
    timer = setTimeout(resolve, timeoutMs, fault(text))
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
