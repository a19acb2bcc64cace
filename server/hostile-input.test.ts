/**
 * Sends every call with each of its texts spoiled: by characters that no text contains, which Postgres answers with an error, and by the id of
 * something that does not exist.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { forFile } from '../db/for-file.fixture.ts'
import { setMaintenance } from '../db/queries/site-switches.ts'
import { openQuickPictures } from '../domain/storage/pictures.fixture.ts'
import { startPaypal } from '../sandbox/paypal/paypal.fixture.ts'
import { openSandbox } from '../sandbox/sandbox.fixture.ts'
import { controlStripe as controlStripeAt } from '../sandbox/stripe/stripe.fixture.ts'
import { startTestApp } from './app.fixture.ts'
import { createApp } from './app.ts'
import { listen } from './listen.fixture.ts'
import { roles } from './outcomes.ts'
import { builtPages } from './pages/pages.ts'
import { routeTable } from './role-table.ts'
import type { RouteCase } from './role-table.ts'
import { buildPages } from './roles/built-pages.fixture.ts'
import { sendAs } from './roles/case.fixture.ts'
import type { Attempt } from './roles/case.fixture.ts'
import { cases } from './roles/cases.fixture.ts'
import { buildWorld } from './roles/world.fixture.ts'

const paypal = await forFile(startPaypal())
const sandbox = await forFile(openSandbox())
const controlStripe = controlStripeAt(sandbox.env)
const env = { ...sandbox.env, ...paypal.env, TRUST_PROXY: 'loopback' }
const app = await forFile(startTestApp(env, () => ({ publish: () => {}, pictures: openQuickPictures() })))
const pages = await forFile(buildPages())
const site = await forFile(listen(createServer(createApp(app.ctx, builtPages(pages.folder, app.ctx)))))

const names = (Object.keys(routeTable) as RouteCase[]).filter((name) => name.includes('/api/v1/'))

test.each(names)('%s answers spoiled texts with an error of its own', async (name) => {
  const role = roles.find((one) => routeTable[name][one] === 'done')
  if (!role) return
  const world = await buildWorld(app, { sandbox, control: paypal.control, controlStripe })
  const attempt = await cases[name](world, role)

  const failed: string[] = []
  for (const [place, hostile] of spoil(attempt)) {
    const { status } = await sendAs(site.url, world, role, hostile)
    if (status >= 500) failed.push(`${place}: ${status}`)
  }

  await setMaintenance(world.db, false) // one of the calls switches it on, for all
  expect(failed).toEqual([])
})

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
