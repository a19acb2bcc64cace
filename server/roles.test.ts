/**
 * Sends every call as every role: who may make it is what its `access` says, and a refused request changes nothing. What ownership adds is
 * beside the routes, in `routes/*-rows.fixture.ts`. And no route is mounted that is not declared.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import { Router } from 'express'
import type { Express } from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveChatbotSettings } from '../contract/chat/chat-calls.ts'
import type { Access, CallDefinition } from '../contract/call.ts'
import { allCalls, apiBase, toolCalls } from '../contract/calls.ts'
import type { ToolCall } from '../contract/calls.ts'
import { sampleInput } from '../contract/sample-input.fixture.ts'
import { forFile } from '../db/for-file.fixture.ts'
import { setMaintenance } from '../db/queries/admin/site-switches.ts'
import { countedLimits } from '../domain/security/declared-limits.ts'
import type { CountedLimit } from '../domain/security/declared-limits.ts'
import { openQuickPictures } from '../domain/storage/pictures.fixture.ts'
import { startPaypal } from '../sandbox/paypal/paypal.fixture.ts'
import { openSandbox } from '../sandbox/sandbox.fixture.ts'
import { controlStripe as controlStripeAt } from '../sandbox/stripe/stripe.fixture.ts'
import { startTestApp } from './app.fixture.ts'
import type { Answer } from './app.fixture.ts'
import { createApp } from './app.ts'
import { namesOf } from './http/openapi.ts'
import { otherRoutes } from './http/other-routes.ts'
import { listen } from './listen.fixture.ts'
import { middlewares } from './middleware-table.ts'
import { builtPages } from './pages/pages.ts'
import { buildPages } from './roles/built-pages.fixture.ts'
import { sendAs } from './roles/case.fixture.ts'
import type { Attempt } from './roles/case.fixture.ts'
import { noteChanges } from './roles/changes.fixture.ts'
import { uncountedLimits } from './roles/limits.fixture.ts'
import { listMounted } from './roles/mounted.fixture.ts'
import { creatorsInABrowser, forAll, outcomesOf, roles } from './roles/outcomes.fixture.ts'
import type { Outcome, Outcomes, Role } from './roles/outcomes.fixture.ts'
import { ownedRows } from './roles/rows.fixture.ts'
import { plantToken, tokenOutcomes } from './roles/token.fixture.ts'
import type { TokenKind } from './roles/token.fixture.ts'
import { buildWorld, privateMessage } from './roles/world.fixture.ts'
import type { World } from './roles/world.fixture.ts'

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

/** The limits that have counted each call. */
const counted = new Map<string, Set<string>>()
const note = (message: unknown) => {
  const { call, limit } = message as CountedLimit
  counted.set(call, (counted.get(call) ?? new Set()).add(limit))
}
beforeAll(() => subscribe(countedLimits.name, note))
afterAll(() => void unsubscribe(countedLimits.name, note))

const nameOf = ({ method, path }: CallDefinition) => `${method} ${path}`
const generated = allCalls.map((call) => [nameOf(call), call] as const)
const build = () => buildWorld(app, { sandbox, control: paypal.control, controlStripe })
let shared: Promise<World> | undefined

test.each(generated)('%s admits whom its access names', async (_, call) => {
  expect(await checkRoles(call)).toEqual(roles)
})

/** Sends a call as every role, and returns those whose outcome was as it has to be. */
async function checkRoles(call: CallDefinition): Promise<Role[]> {
  const own = call.method === 'POST' ? await build() : undefined
  const checked: Role[] = []
  for (const role of roles) {
    await expectOutcome(call, role, own)
    checked.push(role)
  }
  return checked
}

/**
 * Sends a request with a valid input that names nothing that there is. Those that change nothing, which are refused ones and reads, share a
 * world.
 */
async function expectOutcome(call: CallDefinition, role: Role, own?: World): Promise<void> {
  const outcome = outcomesOf[call.access][role]
  const world = (outcome === 'done' && own) || (await (shared ??= build()))
  const attempt = toAttempt(call, role, world)
  await changes.clear()

  const answer = await sendAs(site.url, world, role, attempt)

  if (outcome === 'done') await expectAdmitted(call, role, world, answer)
  else await expectRefused(role, outcome, attempt, answer)
}

function toAttempt(call: CallDefinition, role: Role, { creator, uidOf }: World): Attempt {
  const { path, body } = sampleInput(call, {
    userUID: uidOf(role),
    ...(call.access === 'moderator' && { creatorUid: creator.uid }),
  })
  return { method: call.method, path: apiBase + path, body, effect: () => {} }
}

/** The reads that write what they have shown or spent. */
const writes: Record<string, string[]> = {
  'GET admin/month/entries': ['admin_action'],
  'GET admin/month/invoices': ['admin_action'],
  'GET account/speech-sample': ['speech_month'],
}

/** The refusals of a role that is not among those of the access, and of a request that counts for too much. */
const closed = [401, 403, 429]

async function expectAdmitted(call: CallDefinition, role: Role, { creator }: World, answer: Answer) {
  await setMaintenance(app.db, false) // one of the calls switches it on, for all
  expect([role, answer.status, answer.body]).toSatisfy(
    () => !closed.includes(answer.status) && answer.status < 500,
  )
  if (call.method === 'POST') return
  const changed = (await changes.list()).filter((table) => !writes[nameOf(call)]?.includes(table))
  expect([role, changed]).toEqual([role, []])
  if (role === 'creator' || call.access === 'admin') return
  const shown = JSON.stringify(answer.body)
  expect(shown).not.toContain(privateMessage)
  expect(shown).not.toContain(creator.email)
}

async function expectRefused(role: Role, outcome: Outcome, attempt: Attempt, answer: Answer): Promise<void> {
  if (outcome === 302) expect(answer.headers.get('location')).toMatch(rejectionPath)
  else expect({ ...answer, role }).toMatchObject({ role, status: outcome, body: refusalOf(attempt) })
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

/** Where a rejected browser is redirected to: log-in, or the settings with the reason. */
const rejectionPath = /^\/(account|dashboard\/(payment-setting|chatbot-setting)(\?error=\w+&platform=\w+)?)$/

/** Returns the cookies that a response sets. Deleting a cookie does not count. */
function cookiesGiven({ headers }: Answer): string[] {
  return headers.getSetCookie().filter((line) => !line.includes('Expires=Thu, 01 Jan 1970'))
}

const tokens = toolCalls.flatMap((call) =>
  (Object.keys(tokenOutcomes) as TokenKind[]).map((kind) => [nameOf(call), kind, call] as const),
)

test.each(tokens)('%s, requested with a token that is %s', async (_, kind, call: ToolCall) => {
  const world = await build()
  const attempt = toAttempt(call, 'creator', world)
  attempt.headers = await plantToken(world, call, kind)
  await changes.clear()

  const answer = await sendAs(site.url, world, 'creator', attempt)

  const outcome: Outcome = tokenOutcomes[kind]
  expect(closed.includes(answer.status)).toBe(outcome !== 'done')
  if (outcome !== 'done') await expectRefused('creator', outcome, attempt, answer)
})

const rows = Object.entries(ownedRows).flatMap(([name, row]) => {
  const outcomes = { ...baseOf(name), ...row.outcomes }
  const isOfAccess = Object.keys(row.outcomes).length === 0 && allCalls.some((call) => nameOf(call) === name)
  const sent = roles.filter((role) => outcomes[role] === 'done' || !isOfAccess) // other refusals were sent above
  return sent.map((role) => ({ name, role, outcome: outcomes[role] }))
})

/** The outcomes by the access of a row's route. */
function baseOf(name: string): Outcomes {
  const route = name.split(' | ')[0]!
  const call = allCalls.find((one) => nameOf(one) === route)
  if (call) return outcomesOf[call.access]
  const [method, path = ''] = route.split(' ')
  const mounted = path.startsWith('/') ? route : `${method} ${apiBase}${path}`
  const other = Object.entries(otherRoutes).find(([declared]) => declared === mounted)?.[1]
  if (!other) throw new Error(`${name} is no route`)
  return other.access === 'creator' ? creatorsInABrowser : forAll<Outcome>('done')
}

/** The world of the latest row that refused a role. */
let refusing: { name: string; world: World } | undefined

/** Builds a world for a row, and its request. Refused requests of one row share a world, if theirs can be prepared in the same one. */
async function prepare(name: string, role: Role, isRefused: boolean) {
  const request = async (world: World) => ownedRows[name]!.request(world, role)
  if (isRefused && refusing?.name === name) {
    const { world } = refusing
    const attempt = await request(world).catch(() => undefined)
    if (attempt) return { world, attempt }
  }
  const world = await build()
  if (isRefused) refusing = { name, world }
  return { world, attempt: await request(world) }
}

test.each(rows)('$name, requested by $role: $outcome', async ({ name, role, outcome }) => {
  const { world, attempt } = await prepare(name, role, outcome !== 'done')
  await changes.clear()

  const answer = await sendAs(site.url, world, role, attempt)

  if (outcome !== 'done') return expectRefused(role, outcome, attempt, answer)
  expect(answer).toMatchObject({ status: attempt.done ?? 200 })
  await attempt.effect(answer)
  if (attempt.method === 'GET' && !attempt.writes) expect(await changes.list()).toEqual([])
})

test('each call has counted for the limits that it declares', () => {
  const missed = allCalls.flatMap((call) => {
    const own = namesOf(call).filter(
      (name) => name !== 'account tool' && !counted.get(nameOf(call))?.has(name),
    )
    return own.length > 0 ? [[nameOf(call), own.toSorted()]] : []
  })
  const expected = Object.entries(uncountedLimits).map(([name, limits]) => [name, limits.toSorted()])
  expect(Object.fromEntries(missed)).toEqual(Object.fromEntries(expected))
})

test('every mounted route is declared, and every declared one is mounted', () => {
  expect(compareWithDeclared(mount())).toEqual({ unlisted: [], missing: [] })
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
  const { handle } = (
    app.router as unknown as { stack: { rawPath: string; handle: Router }[] }
  ).stack.findLast(({ rawPath }) => rawPath === '/api/v1/')!

  plant(app, handle)

  expect(compareWithDeclared(app).unlisted).toEqual([planted])
})

test('detects a route that allows one role too many', async () => {
  const call = saveChatbotSettings as CallDefinition
  const mounted = saveChatbotSettings as { access: Access }
  mounted.access = 'signed-in'
  await expect(expectOutcome({ ...call, access: 'creator' }, 'supporter')).rejects.toThrow('to match object')
  mounted.access = 'creator'
  await expectOutcome(call, 'supporter')
})

test('detects a change of a table, also one that leaves the row as it was', async () => {
  const { db, supporter } = await build()
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

function compareWithDeclared(app: Express) {
  const mounted = listMounted(app)
  const declared = new Set([
    ...allCalls.map(({ method, path }) => `${method} ${apiBase}${path}`),
    ...Object.keys(otherRoutes),
  ])
  const strays = [...mounted.middlewares]
  for (const expected of middlewares) {
    const at = strays.indexOf(expected)
    if (at >= 0) strays.splice(at, 1)
  }
  return {
    unlisted: [...mounted.routes.filter((route) => !declared.has(route)), ...strays],
    missing: [
      ...[...declared].filter((route) => !mounted.routes.includes(route)),
      ...middlewares.filter((expected) => !mounted.middlewares.includes(expected)),
    ],
  }
}
