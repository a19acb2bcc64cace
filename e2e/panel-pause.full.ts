/** Tests with two servers and a Redis of their own that a pause outlives all of them, and measures how soon actions reach an overlay. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { PanelChange } from '../contract/panel/panel.ts'
import { buildCreator } from '../db/builders.fixture.ts'
import { openSession } from '../domain/accounts/sessions.ts'
import { showOverlayKey } from '../domain/alerts/overlay-key.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { readSecretKeys } from '../domain/config/secret-keys.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { launchChromium } from './browser.ts'
import { openSource } from './obs-source.ts'
import { openServer, openWorkers, prepareParts } from './product-parts.ts'
import { fetchJson } from './program.ts'
import { hasRedisServer, startRedisServer } from './redis-server.ts'

const rounds = 20

async function startTwoServers() {
  const [port, otherPort] = [await findTestPort(), await findTestPort()]
  const [redis, parts] = [await startRedisServer(), await prepareParts(port)]
  const env = { ...parts.env, REDIS_URL: redis.url }
  const programs = [openServer(env), openServer({ ...env, PORT: String(otherPort) }), openWorkers(env)]
  const startAll = async () => {
    for (const program of programs) await program.start()
  }
  await startAll()
  return {
    ...parts,
    urls: [`http://127.0.0.1:${port}`, `http://127.0.0.1:${otherPort}`] as const,
    async killAll() {
      await Promise.all([redis.kill(), ...programs.map((program) => program.kill())])
    },
    async restartAll() {
      await redis.start()
      await startAll()
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(programs.map((program) => program.kill()))
      await redis[Symbol.asyncDispose]()
      await parts.sandbox.close()
      await parts.close()
    },
  }
}

/** Counts the controls that a page has received, by their versions. */
function noteVersions(page: Page): number[] {
  const versions: number[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const [, version] = /^42\/alerts,\["control",{.*"version":\s*(\d+)/.exec(payload.toString()) ?? []
      if (version) versions.push(Number(version))
    }),
  )
  return versions
}

test.runIf(hasRedisServer())(
  'a pause holds when both servers and Redis are killed, and everything that waited follows its end',
  async () => {
    await using product = await startTwoServers()
    await using browser = await launchChromium()
    const { db, env, urls } = product
    const { uid } = await buildCreator(db)
    const cookie = `brimful_session=${await openSession(db, uid, '')}`
    const act = (change: PanelChange) => {
      const body = { actionId: randomUUID(), change }
      return fetchJson<{ panel: { version: number } }>(`${urls[1]}/api/v1/goals/change-panel`, body, {
        cookie,
      })
    }
    const key = await showOverlayKey({ db, config: { secretsKey: readSecretKeys(env['SECRETS_KEY']!) } }, uid)
    const context = await browser.newContext()
    let received: number[] = []
    context.on('page', (page) => (received = noteVersions(page)))
    const address = `${urls[0]}/streamalerts?userUID=${uid}#key=${key}`
    const source = await openSource(context, address, { displayMs: 300 })

    const times: number[] = []
    for (let i = 0; i < rounds; i++) {
      const from = performance.now()
      const { panel } = await act({ kind: i % 2 === 0 ? 'mute' : 'unmute' })
      await expect.poll(() => received.includes(panel.version), { interval: 2 }).toBe(true)
      times.push(performance.now() - from)
    }
    const sorted = times.toSorted((a, b) => a - b)
    console.log(
      `an action at one server reached the overlay at the other one after ${sorted[rounds / 2]!.toFixed(0)} ms (median of ${rounds}, at most ${sorted.at(-1)!.toFixed(0)} ms)`,
    )

    await act({ kind: 'pause' })
    for (const supporterName of ['Ada', 'Ben', 'Cleo']) await buildTip(db, uid, { supporterName })
    await expect.poll(() => source.received()).toEqual([1, 2, 3])
    await product.killAll()
    await sleep(2_000)
    await product.restartAll()
    await expect.poll(() => isOpenAgain(db, uid), { timeout: 60_000 }).toBe(true)
    await sleep(3_000) // an alert would have begun by now
    expect(await source.appeared()).toEqual([])
    await source.page.reload()
    await sleep(3_000)
    expect(await source.appeared()).toEqual([])

    await act({ kind: 'resume' })
    await expect.poll(() => source.appeared(), { timeout: 60_000 }).toEqual([1, 2, 3])
  },
)

/** Returns whether the restarted server knows the overlay. */
async function isOpenAgain(
  db: Awaited<ReturnType<typeof startTwoServers>>['db'],
  uid: string,
): Promise<boolean> {
  const recent = await db
    .selectFrom('activeOverlay')
    .select('creatorUid')
    .where('creatorUid', '=', uid)
    .where('expiresAt', '>', new Date())
    .executeTakeFirst()
  return recent !== undefined
}
