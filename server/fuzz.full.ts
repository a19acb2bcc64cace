/**
 * Sends every call random inputs, which its own schemas make, as a creator, an admin and nobody: no answer is an error of ours, none shows
 * what is inside, and every refusal has the form of the API.
 */
import { createServer } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallDefinition } from '../contract/call.ts'
import { allCalls, apiBase } from '../contract/calls.ts'
import { fuzzRuns, fuzzedInput } from '../contract/fuzzed-input.fixture.ts'
import type { SampleInput } from '../contract/sample-input.fixture.ts'
import { forFile } from '../db/for-file.fixture.ts'
import { setMaintenance } from '../db/queries/admin/site-switches.ts'
import { startPaypal } from '../sandbox/paypal/paypal.fixture.ts'
import { openSandbox } from '../sandbox/sandbox.fixture.ts'
import { controlStripe as controlStripeAt } from '../sandbox/stripe/stripe.fixture.ts'
import { startTestApp } from './app.fixture.ts'
import { createApp } from './app.ts'
import { listen } from './listen.fixture.ts'
import { faultsOf } from './fuzz-faults.fixture.ts'
import type { FuzzedAnswer } from './fuzz-faults.fixture.ts'
import { buildWorld } from './roles/world.fixture.ts'
import type { World } from './roles/world.fixture.ts'

const { seed, numRuns } = fuzzRuns(60)

const paypal = await forFile(startPaypal())
const sandbox = await forFile(openSandbox())
const controlStripe = controlStripeAt(sandbox.env)
const env = { ...sandbox.env, ...paypal.env, TRUST_PROXY: 'loopback' }
const app = await forFile(startTestApp(env, () => ({ publish: () => {} })))
const site = await forFile(listen(createServer(createApp(app.ctx))))

const senders = fc.constantFrom('creator', 'admin', 'stranger')
type Sender = 'creator' | 'admin' | 'stranger'

test.each(allCalls.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s answers whatever it is sent',
  async (_, call) => {
    let world = await openWorld()
    const answersWell = fc.asyncProperty(
      senders,
      fuzzedInput(call),
      fc.ipV4(),
      async (sender, input, network) => {
        const answer = await send(world, call, sender, input, network)
        if (call.path === 'admin/set-maintenance') await setMaintenance(app.db, false)
        expect(faultsOf(answer)).toEqual([])
        // The session has ended, or the account has reached a limit: the next input would not be read.
        if (sender !== 'stranger' && (answer.status === 401 || answer.status === 429))
          world = await openWorld()
      },
    )
    await fc.assert(answersWell, { seed, numRuns, endOnFailure: false, interruptAfterTimeLimit: 60_000 })
  },
)

test.each([
  [500, '{"ErrorMessage":"An unexpected error occurred.","code":"internal"}'],
  [400, '{"ErrorMessage":"invalid input syntax for type uuid","code":"invalid_input"}'],
  [400, '{"ErrorMessage":"","code":"invalid_input"}'],
  [404, '<!doctype html>'],
  [200, '{"stack":"Error: x\\n    at read (/srv/server/http/read-body.ts:3:1)"}'],
])('an answer of %i with %s is a fault', (status, text) => {
  expect(faultsOf({ status, type: 'application/json', text })).not.toEqual([])
})

const openWorld = () => buildWorld(app, { sandbox, control: paypal.control, controlStripe })

async function send(
  world: World,
  { method, path: pattern }: CallDefinition,
  sender: Sender,
  { path, body }: SampleInput,
  network: string,
): Promise<FuzzedAnswer> {
  const cookie = world.cookieOf(sender)
  const answer = await fetch(site.url + apiBase + path, {
    method,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': network,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
    },
    ...(method === 'POST' && body !== undefined && { body: JSON.stringify(body) }),
  })
  const type = answer.headers.get('content-type') ?? ''
  return { status: answer.status, type: `${type} of ${pattern}`, text: await answer.text() }
}
