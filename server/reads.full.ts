/**
 * Sends every read of the contract to a small installation and to one that is thousands of times as large: what its statements look at
 * must grow neither with the installation nor with what one account has. The calls come from the contract, so a new one is measured, too.
 */
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallDefinition } from '../contract/call.ts'
import { allCalls, apiBase } from '../contract/calls.ts'
import { sampleInput } from '../contract/sample-input.fixture.ts'
import { buildSupporter } from '../db/builders.fixture.ts'
import { limitedTables, multiplyRows } from '../db/multiply-rows.fixture.ts'
import { openCounted } from '../db/pages-read.fixture.ts'
import type { AccountRow } from '../db/schema.ts'
import { sealConfirmation } from '../domain/accounts/confirmation-proof.ts'
import { plantPerson } from '../domain/accounts/person.fixture.ts'
import { openConfirmedSession } from '../domain/accounts/session.fixture.ts'
import { ask, openTestContext } from './app.fixture.ts'
import { createApp } from './app.ts'
import { listen } from './listen.fixture.ts'

/** The large installation has this many people beside the one who has this many times as many rows. */
const copies = 4_000
/** How many rows a page of a list, with what belongs to each of its entries, may take in all steps of its statements. */
const usualGrowth = 2_000

/** The reads that may look at more rows, and why. */
const larger: Record<string, { rows: number; because: string }> = {
  'account/get_all_creators': { rows: 5_000, because: 'it returns up to a thousand creators' },
  'account/get_all_creators_for_search': { rows: 5_000, because: 'it returns up to a thousand creators' },
  'account/get_all_creators_for_tags': { rows: 5_000, because: 'it returns up to a thousand creators' },
  'account/featured-creators': { rows: 10_000, because: 'one of the creators has four thousand goals' },
  'account/giving': {
    rows: 90_000,
    because:
      'it sums all tips of one supporter, here to as many creators: a kept sum would cost each tip a write',
  },
  'account/imports': { rows: 15_000, because: 'it returns all imports; an account makes few' },
  'account/notifications': { rows: 30_000, because: 'it returns a hundred entries of two lists' },
  'account/alert-samples': { rows: 10_000, because: 'it looks at all goals' },
  'account/widget-samples': { rows: 30_000, because: 'it sums days, and a month’s quarters of an hour' },
  'books/disputes': { rows: 15_000, because: 'it looks at all disputes of one creator' },
  'goals/get_all_goals': { rows: 15_000, because: 'it returns all goals: at most 1,000, here four thousand' },
  'goals/insights': { rows: 60_000, because: 'it sums quarters of an hour of up to 90 days, at most 8,640' },
  'goals/own-goals': { rows: 15_000, because: 'it returns all goals: at most 1,000, here four thousand' },
  'goals/panel': { rows: 40_000, because: 'it looks at the latest 600 tips and their alerts' },
  'goals/panel-actions-file': { rows: 200_000, because: 'it is a file of everything, read in parts' },
  'goals/stream-total': { rows: 20_000, because: 'it sums days, and a month’s quarters of an hour' },
  'goals/total-earnings': { rows: 40_000, because: 'it sums days, and returns all goals: at most 1,000' },
  'tools/goal': { rows: 15_000, because: 'it looks at all goals' },
  'tools/goals': { rows: 15_000, because: 'it returns all goals' },
  'tools/panel': { rows: 5_000, because: 'it counts up to a thousand waiting alerts' },
}

async function openInstallation() {
  const opened = await openTestContext()
  const counted = openCounted(opened.ctx.config.databaseUrl)
  const server = await listen(createServer(createApp({ ...opened.ctx, db: counted.db })))
  return {
    ...opened,
    counted,
    url: server.url,
    plant: async () => (await plantPerson(opened.db, opened.ctx.config.secretsKey)).person,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await counted[Symbol.asyncDispose]()
      await opened[Symbol.asyncDispose]()
    },
  }
}

type Installation = Awaited<ReturnType<typeof openInstallation>>

/** An account with rows in every table, and an admin beside it, in an installation. */
interface Place {
  installation: Installation
  person: AccountRow
  admin: AccountRow
}

async function placeIn(installation: Installation, person: AccountRow): Promise<Place> {
  return { installation, person, admin: await buildSupporter(installation.db, { role: 'admin' }) }
}

let small: Installation
let large: Installation
let smallInSmall: Place
let smallInLarge: Place
let largeInLarge: Place
beforeAll(async () => {
  small = await openInstallation()
  smallInSmall = await placeIn(small, await small.plant())
  large = await openInstallation()
  const person = await large.plant()
  await multiplyRows(large.owner, { times: 2 * copies, kept: [person.uid], limited: limitedTables })
  smallInLarge = await placeIn(large, await large.plant())
  largeInLarge = await placeIn(large, person)
}, 20 * 60_000)
afterAll(async () => {
  await small[Symbol.asyncDispose]()
  await large[Symbol.asyncDispose]()
})

const reads = allCalls.filter(({ method }) => method === 'GET').map((call) => [call.path, call] as const)

test.each(reads)('GET %s', async (path, call) => {
  const first = await send(smallInSmall, call)
  const beside = await send(smallInLarge, call)
  const ownMany = await send(largeInLarge, call)

  expect([beside.status, ownMany.status]).toEqual([first.status, first.status])
  const growth = larger[path]?.rows ?? usualGrowth
  const grown = [beside, ownMany].filter(({ rows }) => rows > first.rows + growth)
  expect(grown.map(({ rows, costliest }) => ({ rows, costliest }))).toEqual([])
})

test('every exception is a read that needs it', () => {
  expect(Object.keys(larger).filter((path) => !reads.some(([name]) => name === path))).toEqual([])
})

test('finds a planted scan', async () => {
  const { counted } = large
  const { rows } = await counted.costOf(() =>
    counted.db.selectFrom('tip').select('id').where('message', '=', 'nowhere').execute(),
  )

  expect(rows).toBeGreaterThan(usualGrowth)
})

/** Sends a call as the person, or as the admin if only admins may make it, and returns its status and what its statements look at. */
async function send({ installation, person, admin }: Place, call: CallDefinition) {
  const { counted, url, db, ctx } = installation
  const { token } = await openConfirmedSession(db, call.access === 'admin' ? admin.uid : person.uid)
  const confirmation = sealConfirmation(ctx.config.secretsKey, token)
  const cookie = `brimful_session=${token}; brimful_confirmed=${confirmation}`
  const { uid, userName, email } = person
  const { path } = sampleInput(call, {
    userUID: uid,
    creatorUid: uid,
    uid,
    userName,
    username: userName,
    email,
  })
  let status = 0
  const cost = await counted.costOf(async () => {
    status = (await ask(url + apiBase + path, { headers: { cookie } })).status
  })
  return { status, ...cost }
}
