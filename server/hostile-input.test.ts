/**
 * Sends every call with each of its texts spoiled: by characters that no text contains, which Postgres answers with an error, and by the id of
 * something that does not exist.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { allCalls, apiBase } from '../contract/calls.ts'
import { sampleInput } from '../contract/sample-input.fixture.ts'
import { forFile } from '../db/for-file.fixture.ts'
import { setMaintenance } from '../db/queries/admin/site-switches.ts'
import { startPaypal } from '../sandbox/paypal/paypal.fixture.ts'
import { openSandbox } from '../sandbox/sandbox.fixture.ts'
import { controlStripe as controlStripeAt } from '../sandbox/stripe/stripe.fixture.ts'
import { startTestApp } from './app.fixture.ts'
import { createApp } from './app.ts'
import { listen } from './listen.fixture.ts'
import { builtPages } from './pages/pages.ts'
import { buildPages } from './roles/built-pages.fixture.ts'
import { sendAs } from './roles/case.fixture.ts'
import type { Attempt } from './roles/case.fixture.ts'
import { outcomesOf, roles } from './roles/outcomes.fixture.ts'
import { ownedRows } from './roles/rows.fixture.ts'
import type { Role } from './roles/outcomes.fixture.ts'
import { buildWorld } from './roles/world.fixture.ts'
import type { World } from './roles/world.fixture.ts'

const paypal = await forFile(startPaypal())
const sandbox = await forFile(openSandbox())
const controlStripe = controlStripeAt(sandbox.env)
const env = { ...sandbox.env, ...paypal.env, TRUST_PROXY: 'loopback' }
const app = await forFile(startTestApp(env, () => ({ publish: () => {} })))
const pages = await forFile(buildPages())
const site = await forFile(listen(createServer(createApp(app.ctx, builtPages(pages.folder, app.ctx)))))

test.each(allCalls.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s answers spoiled texts with an error of its own',
  async (_, call) => {
    const role = call.access === 'admin' ? 'admin' : 'creator'
    const { path, body } = sampleInput(call)
    const request = { method: call.method, path: apiBase + path, body, effect: () => {} }
    expect(await listFailures(role, async () => request)).toEqual([])
  },
)

test.each(Object.entries(ownedRows))('%s answers spoiled texts about what there is', async (name, row) => {
  const call = allCalls.find(({ method, path }) => `${method} ${path}` === name.split(' | ')[0])
  const outcomes = { ...outcomesOf[call?.access ?? 'public'], ...row.outcomes }
  const role = roles.find((one) => outcomes[one] === 'done')
  const failures = role ? await listFailures(role, async (world) => row.request(world, role)) : []
  expect(failures).toEqual([])
})

/** Sends a request of a role with each of its texts spoiled, and returns where the answer was that we have failed. */
async function listFailures(role: Role, request: (world: World) => Promise<Attempt>): Promise<string[]> {
  const world = await buildWorld(app, { sandbox, control: paypal.control, controlStripe })
  const attempt = await request(world)
  const failed: string[] = []
  for (const [place, hostile] of spoil(attempt)) {
    const { status } = await sendAs(site.url, world, role, hostile)
    if (status >= 500) failed.push(`${place}: ${status}`)
  }
  await setMaintenance(world.db, false) // one of the calls switches it on, for all
  return failed
}

test.each([
  '/X',
  '/X/current-goals',
  '/X/fund-goal/X',
  '/explore?tag=X',
  '/explore?search=X',
  '/c/X/goal.txt',
  '/g/X',
  '/media/X',
  '/sounds/X',
  '/speech/X',
  '/share/X/card.png',
  '/share/X/X/card.png',
  '/streamalerts?userUID=X',
  '/overlay/scene?userUID=X',
])('GET %s answers a spoiled path with an error of its own', async (path) => {
  for (const character of ['%00', '%07', '%ED%A0%80', 'a%00']) {
    const { status } = await fetch(site.url + path.replaceAll('X', character), { redirect: 'manual' })
    expect([character, status < 500]).toEqual([character, true])
  }
})

/** What each text is replaced by. */
const spoilers: ((text: string) => string)[] = [
  ...['\u0000', '\uD800', '\u0007'].map((character) => (text: string) => text + character),
  (text) => (uuid.test(text) ? randomUUID() : text),
]
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns the request once for each of its texts and each spoiler, with the place of the text. */
function* spoil(attempt: Attempt): Generator<[string, Attempt]> {
  const [path, query = ''] = attempt.path.split('?')
  for (const change of spoilers) {
    for (const [name, value] of new URLSearchParams(query)) {
      const changed = new URLSearchParams(query)
      changed.set(name, change(value))
      yield [`?${name}`, { ...attempt, path: `${path}?${changed.toString()}` }]
    }
    for (const place of textsOf(attempt.body)) {
      const body = structuredClone(attempt.body)
      const last = place.at(-1)!
      const holder = place.slice(0, -1).reduce((at, key) => at[key] as Holder, body as Holder)
      holder[last] = change(String(holder[last]))
      yield [place.join('.'), { ...attempt, body }]
    }
  }
}

type Holder = Record<string, unknown>

/** Returns the paths of all texts in a body of JSON. */
function textsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null || value instanceof FormData) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [[key]] : textsOf(inner).map((path) => [key, ...path]),
  )
}
