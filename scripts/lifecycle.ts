/** What runs in this process: opened one after the other, closed in the opposite order, whatever ends it. */
import { StoppedError } from './console.mjs'

export interface House {
  /** Remembers how to close something, and gives it back. */
  add<T extends { close(): Promise<void> }>(name: string, thing: T): T
}

interface Named {
  name: string
  close(): Promise<void>
}

const patienceMs = 15_000

/**
 * Opens a house and ends the process with it: exit code 0 when it was asked to stop (by Ctrl-C, by a supervisor, or by the
 * end of the npm that started us, which does not pass on what it is told), 1 when it could not be opened or closed.
 */
export function keepHouse(open: (house: House) => Promise<void>, explain: (error: unknown) => string): void {
  const things: Named[] = []
  let isAsked = false
  const opened = open({
    add(name, thing) {
      things.push({ name, close: () => thing.close() })
      if (isAsked) throw new StoppedError('asked to stop while opening')
      return thing
    },
  })

  async function end(code: number): Promise<void> {
    await opened.catch(() => {}) // said already
    process.exit((await closeAll(things.toReversed())) ? code : 1)
  }
  opened.catch((error: unknown) => {
    if (isAsked) return
    console.error(explain(error))
    void end(1)
  })
  whenAsked(() => {
    if (isAsked) process.exit(130) // asked again: at once
    isAsked = true
    void end(0)
  })
}

function whenAsked(act: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, act)
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    act()
  }, 500)
  timer.unref()
}

/** A thing that fails to close does not keep the others open. False when one failed. */
async function closeAll(things: Named[]): Promise<boolean> {
  let isClean = true
  for (const { name, close } of things) {
    await withPatience(close()).catch((error: Error) => {
      isClean = false
      console.error(`${name} did not close: ${error.message}`)
    })
  }
  return isClean
}

async function withPatience(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${patienceMs / 1000} s`)), patienceMs)
  })
  await Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
