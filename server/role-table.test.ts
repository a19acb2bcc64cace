/** The role table against the application as it is mounted: every row for every role, and nothing that has no row. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Router } from 'express'
import type { Express } from 'express'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveChatbotSettings } from '../contract/account-calls.ts'
import type { Access } from '../contract/call.ts'
import type { Db } from '../db/connection.ts'
import { startPaypal } from '../sandbox/paypal/paypal.fixture.ts'
import type { TestPaypal } from '../sandbox/paypal/paypal.fixture.ts'
import { controlStripe } from '../sandbox/stripe/stripe.fixture.ts'
import { startSandbox } from '../sandbox/start.ts'
import type { Sandbox } from '../sandbox/start.ts'
import { createApp } from './app.ts'
import { builtPages } from './http/pages.ts'
import { middlewares, roles, routeTable } from './role-table.ts'
import type { Role, RouteCase } from './role-table.ts'
import type { Ask, Asks } from './roles/case.fixture.ts'
import { cardAsks } from './roles/card-cases.fixture.ts'
import { chatAsks } from './roles/chat-cases.fixture.ts'
import { chatLogAsks } from './roles/chat-log-cases.fixture.ts'
import { connectAsks } from './roles/connect-cases.fixture.ts'
import { discordAsks } from './roles/discord-cases.fixture.ts'
import { buildHouse } from './roles/world.fixture.ts'
import type { Control, House } from './roles/world.fixture.ts'
import { listMounted } from './roles/mounted.fixture.ts'
import { googleAsks } from './roles/google-cases.fixture.ts'
import { dataAsks } from './roles/data-cases.fixture.ts'
import { ownAsks } from './roles/own-cases.fixture.ts'
import { insightAsks } from './roles/insight-cases.fixture.ts'
import { bookAsks } from './roles/books-cases.fixture.ts'
import { ownGoalAsks } from './roles/own-goal-cases.fixture.ts'
import { paymentAsks } from './roles/payment-cases.fixture.ts'
import { payoutAsks } from './roles/payout-cases.fixture.ts'
import { tipRuleAsks } from './roles/tip-rule-cases.fixture.ts'
import { pictureAsks } from './roles/picture-cases.fixture.ts'
import { profileAsks } from './roles/profile-cases.fixture.ts'
import { publicAsks } from './roles/public-cases.fixture.ts'
import { receiptAsks } from './roles/receipt-cases.fixture.ts'
import { pushAsks } from './roles/push-cases.fixture.ts'
import { securityAsks } from './roles/security-cases.fixture.ts'
import { signUpAsks } from './roles/sign-up-cases.fixture.ts'
import { twoFactorAsks } from './roles/two-factor-cases.fixture.ts'
import { startTestApp } from './app.fixture.ts'
import type { Answer, TestApp } from './app.fixture.ts'

const asks: Asks<RouteCase> = {
  ...publicAsks,
  ...signUpAsks,
  ...googleAsks,
  ...securityAsks,
  ...twoFactorAsks,
  ...profileAsks,
  ...pictureAsks,
  ...dataAsks,
  ...ownAsks,
  ...chatLogAsks,
  ...connectAsks,
  ...chatAsks,
  ...bookAsks,
  ...discordAsks,
  ...pushAsks,
  ...ownGoalAsks,
  ...insightAsks,
  ...paymentAsks,
  ...cardAsks,
  ...receiptAsks,
  ...payoutAsks,
  ...tipRuleAsks,
}

let publicDir: string
let paypal: TestPaypal
let chats: Sandbox
let stripe: Control
let app: TestApp
/** The application with its pages. */
let site: Server

beforeAll(async () => {
  publicDir = buildPages()
  paypal = await startPaypal()
  const publish = () => {} // the events are looked at where they are owed: in Postgres
  chats = await startSandbox()
  stripe = controlStripe(chats.env)
  app = await startTestApp({ ...chats.env, ...paypal.env, TRUST_PROXY: 'loopback' }, () => ({
    publish,
  }))
  site = createServer(mount())
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
})
afterAll(async () => {
  site.closeAllConnections()
  await new Promise((closed) => site.close(closed))
  await app[Symbol.asyncDispose]()
  await paypal[Symbol.asyncDispose]()
  await chats.close()
  rmSync(publicDir, { recursive: true })
})

const rows = Object.entries(routeTable).flatMap(([name, outcomes]) =>
  roles.map((role) => ({ name: name as RouteCase, role, outcome: outcomes[role] })),
)

test.each(rows)('$name, asked by $role: $outcome', hold)

async function hold({ name, role, outcome }: (typeof rows)[number]): Promise<void> {
  const house = await buildHouse(app, paypal.control, stripe)
  const asked = await asks[name](house, role)
  const before = await takeStock(house.db)

  const answer = await send(house, role, asked)

  if (outcome === 'done') {
    expect(answer).toMatchObject({ status: asked.done ?? 200 })
    await asked.effect(answer)
    if (asked.method === 'GET' && !asked.writes) expect(await takeStock(house.db)).toEqual(before)
    return
  }
  if (outcome === 302) expect(answer.headers.get('location')).toMatch(refuge)
  else expect(answer).toMatchObject({ status: outcome, body: { ErrorMessage: expect.any(String) } })
  expect(answer.status).toBe(outcome)
  expect(cookiesGiven(answer)).toEqual([])
  expect(await takeStock(house.db)).toEqual(before)
}

/** Where a browser is sent that may not go on: to log in, or to the settings with the reason. */
const refuge = /^\/(account|dashboard\/(payment-setting|chatbot-setting)(\?error=\w+&platform=\w+)?)$/

/** A cookie that is taken back is none. */
function cookiesGiven({ headers }: Answer): string[] {
  return headers.getSetCookie().filter((line) => !line.includes('Expires=Thu, 01 Jan 1970'))
}

test('everything that is mounted has its row, and every row is mounted', () => {
  expect(holdAgainstTable(mount())).toEqual({ unlisted: [], missing: [] })
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
])('a planted %s is found out', (planted, plant) => {
  const app = mount()
  const { unlisted } = holdAgainstTable(app)
  const { handle } = (
    app.router as unknown as { stack: { rawPath: string; handle: Router }[] }
  ).stack.findLast(({ rawPath }) => rawPath === '/api/v1/')!

  plant(app, handle)

  const found = holdAgainstTable(app).unlisted.filter((name) => !unlisted.includes(name))
  expect(found).toEqual([planted])
})

test('a route that lets in one role too many, or that does nothing, is found out', async () => {
  const name = 'POST /api/v1/account/settings/chatbot'
  const door = saveChatbotSettings as { access: Access }
  door.access = 'signed-in'
  await expect(hold({ name, role: 'supporter', outcome: 403 })).rejects.toThrow('to match object')
  door.access = 'creator'
  await hold({ name, role: 'supporter', outcome: 403 })

  const house = await buildHouse(app, paypal.control, stripe)
  const { effect } = await asks[name](house, 'creator')
  const idle: Answer = { status: 200, headers: new Headers(), body: {} }
  await expect(effect(idle)).rejects.toThrow('to deeply equal')
})

function deep(): Router {
  return Router().delete('/:id', (_req, res) => void res.json({}))
}

function mount(): Express {
  return createApp(app.ctx, builtPages(publicDir, app.ctx))
}

function holdAgainstTable(app: Express) {
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

async function send(house: House, role: Role, asked: Ask): Promise<Answer> {
  const { method, path, body, headers } = asked
  const cookie = [house.cookieOf(role), asked.cookie].filter(Boolean).join('; ')
  const response = await fetch(`http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...headers,
    },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
    }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

/** A digest of every table: what is equal has not changed. A sum, for rows have no order. */
async function takeStock(db: Db): Promise<Record<string, string | null>> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const digests = tables.map(
    ({ name }) =>
      sql`select ${name} as name, sum(hashtextextended(t::text, 0))::text as digest from ${sql.raw(name)} t`,
  )
  const { rows } = await sql<{
    name: string
    digest: string | null
  }>`${sql.join(digests, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

function buildPages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-pages-'))
  const pages = { 'web/app.en': 'web', 'overlay/streamalerts': 'alerts', 'overlay/overlay': 'widgets' }
  for (const [name, marker] of Object.entries(pages)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, `${name}.html`), `<title>${marker}</title>`)
  }
  return folder
}
