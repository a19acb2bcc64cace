/**
 * Runs the processes of the last release beside those of this one, on this one's schema, as a rolling update does: the server of one
 * with the workers of the other, both ways. The last release is built from its commit with the packages of this one.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { findLastRelease } from '../.ci/last-release.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { compileMessages, viteBuild } from '../scripts/build.mjs'
import { openOverlay } from './failures/clients.ts'
import { ownRedisUrl } from './product.ts'
import { openServer, openWorkers, prepareParts } from './product-parts.ts'
import { openRecords } from './records.ts'
import { keepPayingTip } from './tip-requests.ts'

const commit = findLastRelease()
if (!commit) console.log('e2e/two-releases: skipped, because there is no last release to run beside this one')

const folder = mkdtempSync(join(tmpdir(), 'brimful-release-'))
beforeAll(() => {
  if (commit) buildLastRelease(commit)
}, 15 * 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function buildLastRelease(commit: string): void {
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { maxBuffer: 512 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  for (const args of [compileMessages, [...viteBuild, '--config', 'build/vite.server.config.ts']])
    execFileSync(process.execPath, args, { cwd: folder, stdio: 'pipe' })
}

const pairs = [
  { name: 'the old server and new workers', servers: [folder], workers: ['.'] },
  { name: 'the new server and old workers', servers: ['.'], workers: [folder] },
]

test.skipIf(!commit).each(pairs)(
  '$name: no tip is lost, and none is shown twice',
  async ({ servers, workers }) => {
    await using product = await startProcesses(servers, workers)
    const names = Array.from({ length: 6 }, (_, i) => `Fan ${i}`)
    const overlays = product.urls.map((url) => openOverlay(url, product.creatorUid))
    await Promise.all(overlays.map(({ isReady }) => isReady))

    for (const [i, name] of names.entries()) await product.tip(product.urls[i % product.urls.length]!, name)

    for (const { shown } of overlays) await expect.poll(() => shown).toEqual(names)
    await expect.poll(product.namesInChat).toEqual(names)
    await expect.poll(product.countOpen).toEqual({ events: 0 })
    expect(await product.countTips()).toEqual(names.map((name) => ({ name, tips: 1 })))
    for (const overlay of overlays) overlay.close()
  },
)

/** Starts servers and workers of the releases in these folders on one database and one Redis. */
async function startProcesses(serverFolders: readonly string[], workerFolders: readonly string[]) {
  const ports = await Promise.all(serverFolders.map(() => findTestPort()))
  const parts = await prepareParts(ports[0]!)
  const env = { ...parts.env, REDIS_URL: ownRedisUrl() }
  await parts.seedDemo(env)
  await parts.setWebhooks(parts.env.PUBLIC_URL!)
  const servers = serverFolders.map((own, i) => openServer({ ...env, PORT: String(ports[i]) }, own))
  const workers = workerFolders.map((own) => openWorkers(env, own))
  const stop = async () => {
    await Promise.all([...servers, ...workers].map((program) => program.stop()))
    await parts.sandbox.close()
    await parts.close()
  }
  try {
    for (const program of [...servers, ...workers]) await program.start() // one by one, as an update does
  } catch (error) {
    await stop() // left-over processes would disturb the next test
    throw error
  }
  const records = openRecords(parts)
  const { goalId: goaluuid, creatorUid } = (await records.goalsOf('miravale'))[0]!
  const { db, control } = parts

  return {
    creatorUid,
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    tip: (url: string, name: string) =>
      keepPayingTip({ url, control }, { uid: creatorUid, goaluuid }, { name }),
    /** The fans that the chat names, in order; a message may name several. */
    async namesInChat(): Promise<string[]> {
      const lines = await records.chatLines('twitch/channel/miravale')
      return lines.flatMap((line) => line.match(/Fan \d/g) ?? [])
    },
    async countOpen() {
      const query = sql<{ events: number }>`
        select count(*)::int as events from outbox where fanned_out_at is null`
      return (await query.execute(db)).rows[0]
    },
    async countTips() {
      const query = sql<{ name: string; tips: number }>`
        select supporter_name as name, count(*)::int as tips from tip
        where supporter_name like 'Fan %' group by 1 order by 1`
      return (await query.execute(db)).rows
    },
    [Symbol.asyncDispose]: stop,
  }
}
