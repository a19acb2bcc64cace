/**
 * Adds fixtures to Vitest's `test`, which a test gets by naming them: a sandbox, PayPal's stand-in alone, a webhook receiver, and
 * a file.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from 'vitest'
import { type Listener, startListener } from './conformance/webhook-listener.fixture.ts'
import { startPaypal, type TestPaypal } from './paypal/paypal.fixture.ts'
import { openSandbox } from './sandbox.fixture.ts'
import type { Sandbox } from './start.ts'

/** Polls a value until it matches, with a timeout that is long enough on a busy machine. */
export function soon<T>(read: () => T) {
  return expect.poll(read)
}

interface Fixtures {
  sandbox: Sandbox
  paypal: TestPaypal
  listener: Listener
  stateFile: string
}

/** Vitest's `test` with these fixtures. */
export const test = base.extend<Fixtures>({
  sandbox: async ({ task: _ }, run) => {
    await using sandbox = await openSandbox()
    await run(sandbox)
  },
  paypal: async ({ task: _ }, run) => {
    await using paypal = await startPaypal()
    await run(paypal)
  },
  /** A webhook receiver that accepts every delivery. */
  listener: async ({ task: _ }, run) => {
    await using listener = await startListener()
    await run(listener)
  },
  /** The path of a state file in a new folder. */
  stateFile: async ({ task: _ }, run) => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
    await run(join(folder, 'deep', 'sandbox.json'))
    rmSync(folder, { recursive: true })
  },
})
