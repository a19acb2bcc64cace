/** Waits where no test runs, as in a hook; in a test `expect.poll` does that and says more. */
import { setTimeout as sleep } from 'node:timers/promises'

const timeoutMs = 120_000

/** Resolves once the condition holds. Throws after two minutes, with what `describe` says then. */
export async function waitUntil(
  isMet: () => boolean | Promise<boolean>,
  describe: () => string,
): Promise<void> {
  const until = performance.now() + timeoutMs
  while (!(await isMet())) {
    if (performance.now() > until) throw new Error(describe())
    await sleep(250)
  }
}
