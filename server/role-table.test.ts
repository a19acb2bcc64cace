/** Compares the role table with the mounted application: every row for every role, and no route without a row. */
import { createServer } from 'node:http'
import { Router } from 'express'
import type { Express } from 'express'
import { expect, test } from 'vitest'
import { saveChatbotSettings } from '../contract/account-calls.ts'
import type { Access } from '../contract/call.ts'
import { forFile } from '../db/for-file.fixture.ts'
import { openQuickPictures } from '../domain/storage/pictures.fixture.ts'
import { startPaypal } from '../sandbox/paypal/paypal.fixture.ts'
import { openSandbox } from '../sandbox/sandbox.fixture.ts'
import { controlStripe as controlStripeAt } from '../sandbox/stripe/stripe.fixture.ts'
import { createApp } from './app.ts'
import { builtPages } from './pages/pages.ts'
import { middlewares } from './middleware-table.ts'
import { roles } from './outcomes.ts'
import { routeTable } from './role-table.ts'
import type { Outcome, Role } from './outcomes.ts'
import type { RouteCase } from './role-table.ts'
import type { TokenKind } from './tool-table.ts'
import { sendAs } from './roles/case.fixture.ts'
import type { Attempt } from './roles/case.fixture.ts'
import { cases } from './roles/cases.fixture.ts'
import { buildPages } from './roles/built-pages.fixture.ts'
import { noteChanges } from './roles/changes.fixture.ts'
import { callsWithoutRows, plantToken, tokenRows } from './roles/token.fixture.ts'
import { buildWorld } from './roles/world.fixture.ts'
import type { World } from './roles/world.fixture.ts'
import { listMounted } from './roles/mounted.fixture.ts'
import { startTestApp } from './app.fixture.ts'
import type { Answer } from './app.fixture.ts'
import { listen } from './listen.fixture.ts'

const { folder: publicDir } = await forFile(buildPages())
const paypal = await forFile(startPaypal())
const sandbox = await forFile(openSandbox())
const controlStripe = controlStripeAt(sandbox.env)
const publish = () => {} // the tests read events from Postgres, so nothing needs to be published
const env = { ...sandbox.env, ...paypal.env, TRUST_PROXY: 'loopback' }
const app = await forFile(startTestApp(env, () => ({ publish, pictures: openQuickPictures() })))
const changes = await noteChanges(app.owner)
/** A server that runs the application and its pages. */
const site = await forFile(listen(createServer(mount())))

interface Row {
  name: RouteCase
  role: Role
  outcome: Outcome
  /** The token of the creator that is sent with the session. */
  token?: TokenKind
}

const rows: Row[] = Object.entries(routeTable).flatMap(([name, outcomes]) =>
  roles.map((role) => ({ name: name as RouteCase, role, outcome: outcomes[role] })),
)

// The program that draws a link's picture runs at low priority and may take a minute on a busy machine.
test.each(rows)('$name, requested by $role: $outcome', checkRow, 90_000)

test.each(tokenRows)('$name, requested with a token that is $token: $outcome', checkRow)

test('every call that is open to tools has rows with tokens', () => {
  expect(callsWithoutRows).toEqual([])
})

/** The world of the latest route that refused a role. */
let refusing: { name: RouteCase; world: World } | undefined

/**
 * Builds a world for a row, and its request. A refused request changes nothing in its world, which is checked, so those to one route
 * share a world if their requests can be prepared in the same one.
 */
async function prepare({ name, role, outcome }: Row): Promise<{ world: World; attempt: Attempt }> {
  const isRefused = outcome !== 'done'
  const request = async (world: World) => cases[name](world, role)
  if (isRefused && refusing?.name === name) {
    const { world } = refusing
    const attempt = await request(world).catch(() => undefined)
    if (attempt) return { world, attempt }
  }
  const world = await buildWorld(app, { sandbox, control: paypal.control, controlStripe })
  if (isRefused) refusing = { name, world }
  return { world, attempt: await request(world) }
}

async function checkRow(row: Row): Promise<void> {
  const { name, role, outcome, token } = row
  const { world, attempt } = await prepare(row)
  if (token) attempt.headers = { ...attempt.headers, ...(await plantToken(world, name, token)) }
  await changes.clear()

  const answer = await sendAs(site.url, world, role, attempt)

  if (outcome === 'done') {
    expect(answer).toMatchObject({ status: attempt.done ?? 200 })
    await attempt.effect(answer)
    if (attempt.method === 'GET' && !attempt.writes) expect(await changes.list()).toEqual([])
    return
  }
  if (outcome === 302) expect(answer.headers.get('location')).toMatch(rejectionPath)
  else expect(answer).toMatchObject({ status: outcome, body: refusalOf(attempt) })
  expect(answer.status).toBe(outcome)
  expect(cookiesGiven(answer)).toEqual([])
  const changed = await changes.list()
  expect(changed.filter((table) => !attempt.marks?.includes(table))).toEqual([])
}

/** The body of a refusal: in the API an object, elsewhere a text. */
function refusalOf({ path }: Attempt): unknown {
  const text: unknown = expect.any(String)
  return path.startsWith('/api/') ? { ErrorMessage: text } : text
}

/** The address to which a rejected browser is redirected: log-in, or the settings with the reason. */
const rejectionPath = /^\/(account|dashboard\/(payment-setting|chatbot-setting)(\?error=\w+&platform=\w+)?)$/

/** Returns the cookies that a response sets. Deleting a cookie does not count. */
function cookiesGiven({ headers }: Answer): string[] {
  return headers.getSetCookie().filter((line) => !line.includes('Expires=Thu, 01 Jan 1970'))
}

test('every mounted route has a row, and every row is mounted', () => {
  expect(compareWithTable(mount())).toEqual({ unlisted: [], missing: [] })
})

test.each<[string, (app: Express, api: Router) => void]>([
  ['GET /api/v1/planted', (_, api) => void api.get('/planted', (_req, res) => void res.json({}))],
  [
    'POST /api/v1/account/profile',
    (_, api) => void api.post('/account/profile', (_req, res) => void res.json({})),
  ],
  ['DELETE /planted/deep/:id', (app) => void app.use('/planted', Router().use('/deep', deep()))],
  ['ALL /api/v1/planted', (_, api) => void api.all('/planted', (_req, res) => void res.json({}))],
  ['/planted answerAnything', (app) => void app.use('/planted', function answerAnything() {})],
])('detects a planted %s', (planted, plant) => {
  const app = mount()
  const { unlisted } = compareWithTable(app)
  const { handle } = (
    app.router as unknown as { stack: { rawPath: string; handle: Router }[] }
  ).stack.findLast(({ rawPath }) => rawPath === '/api/v1/')!

  plant(app, handle)

  const found = compareWithTable(app).unlisted.filter((name) => !unlisted.includes(name))
  expect(found).toEqual([planted])
})

test('detects a route that allows one role too many, and one that does nothing', async () => {
  const name = 'POST /api/v1/account/settings/chatbot'
  const call = saveChatbotSettings as { access: Access }
  call.access = 'signed-in'
  await expect(checkRow({ name, role: 'supporter', outcome: 403 })).rejects.toThrow('to match object')
  call.access = 'creator'
  await checkRow({ name, role: 'supporter', outcome: 403 })

  const world = await buildWorld(app, { sandbox, control: paypal.control, controlStripe })
  const { effect } = await cases[name](world, 'creator')
  const idle: Answer = { status: 200, headers: new Headers(), body: {} }
  await expect(effect(idle)).rejects.toThrow('to deeply equal')
})

test('detects a change of a table, also one that leaves the row as it was', async () => {
  const { db, supporter } = await buildWorld(app, { sandbox, control: paypal.control, controlStripe })
  await changes.clear()

  await db.updateTable('account').set({ image: null }).where('uid', '=', supporter.uid).execute()

  expect(await changes.list()).toEqual(['account'])
})

function deep(): Router {
  return Router().delete('/:id', (_req, res) => void res.json({}))
}

function mount(): Express {
  return createApp(app.ctx, builtPages(publicDir, app.ctx))
}

function compareWithTable(app: Express) {
  const mounted = listMounted(app)
  const listed = new Set(Object.keys(routeTable).map((name) => name.split(' | ')[0]!))
  const strays = [...mounted.middlewares]
  for (const expected of middlewares) {
    const at = strays.indexOf(expected)
    if (at >= 0) strays.splice(at, 1)
  }
  return {
    unlisted: [...mounted.routes.filter((route) => !listed.has(route)), ...strays],
    missing: [
      ...[...listed].filter((route) => !mounted.routes.includes(route)),
      ...middlewares.filter((expected) => !mounted.middlewares.includes(expected)),
    ],
  }
}
