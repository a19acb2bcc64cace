/** Starts the recorders before the product starts, so that they miss nothing that it sends. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordRedis } from './queue-recorder.ts'
import { startRecordingProxy } from './recording-proxy.ts'

/** The sandbox's state: what each provider has issued and received. */
export type SandboxState = Record<string, Record<string, unknown>>

export type Recording = Awaited<ReturnType<typeof startRecording>>

/** Starts a proxy in front of the server, for browsers and providers, and one in front of Redis, for the product. */
export async function startRecording(server: string, redisUrl: string | undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-recording-'))
  const sandboxFile = join(folder, 'sandbox.json')
  const proxy = await startRecordingProxy(server)
  const redis = redisUrl === undefined ? undefined : await recordRedis(redisUrl)
  return {
    /** The file that the sandbox writes its state to. */
    sandboxFile,
    proxy,
    redis,
    readSandbox: () => JSON.parse(readFileSync(sandboxFile, 'utf8')) as SandboxState,
    async close() {
      await proxy.close()
      await redis?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
