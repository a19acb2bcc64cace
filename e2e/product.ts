/** Starts the whole product for a browser test: the sandbox, demo data, a server process and a worker process. */
import { findTestPort } from '../db/test-port.fixture.ts'
import { backendsWith } from '../db/queue-backends.fixture.ts'
import type { Backend } from '../db/queue-backends.fixture.ts'
import { openLeakScan } from './leak-scan/leak-scan.ts'
import { startRecording } from './leak-scan/recording.ts'
import { openServer, openWorkers, prepareParts } from './product-parts.ts'
import type { Env } from './product-parts.ts'

export const backends = backendsWith(process.env.TEST_REDIS_URL !== undefined)

export type Product = Awaited<ReturnType<typeof startProduct>>

/**
 * Starts everything on free ports of this machine. Browsers call it by the name `host`; `settings` are added to the environment.
 */
export async function startProduct(backend: Backend, settings: Env = {}, host = '127.0.0.1') {
  const port = await findTestPort()
  const recording = await startRecording(
    `http://127.0.0.1:${port}`,
    backend === 'redis' ? ownRedisUrl() : undefined,
  )
  const parts = await prepareParts(port, recording.sandboxFile)
  const url = recording.proxy.url.replace('127.0.0.1', host)
  const env = withoutEmpty({
    ...parts.env,
    PUBLIC_URL: url,
    ...(recording.redis && { REDIS_URL: recording.redis.url }),
    ...settings,
  })
  const accounts = await parts.seedDemo(env)
  await parts.setWebhooks(url)

  const [server, workers] = [openServer(env), openWorkers(env)]
  const product = { ...parts, url, env, accounts, recording, server, workers }
  let leakScan
  try {
    await Promise.all([server.start(), workers.start()])
    leakScan = await openLeakScan(product)
  } catch (error) {
    // Left-over processes would hold connections to Postgres that the next tests need.
    await Promise.all([server.kill(), workers.kill()])
    throw error
  }
  return {
    ...product,
    leakScan,
    /** Ends everything. Throws if the leak scan has found a leak. */
    async [Symbol.asyncDispose]() {
      await Promise.all([server.stop(), workers.stop()])
      await parts.sandbox.close() // closing makes the sandbox write its state, which the leak scan reads
      const leaks = await leakScan.leaks()
      await leakScan.close()
      await recording.close()
      await parts.close()
      if (leaks.length > 0) throw new Error(`The leak scan found ${JSON.stringify(leaks)}`)
    },
  }
}

/** Removes empty settings, which take back those that they replace. */
function withoutEmpty(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}

/**
 * Returns the address of the test worker's own database in Redis: two products on one would take each other's jobs. Only the tests of
 * this folder use databases 7 to 13.
 */
export function ownRedisUrl(): string {
  const url = new URL(process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379')
  url.pathname = `/${6 + Number(process.env.VITEST_POOL_ID)}`
  return url.href
}
