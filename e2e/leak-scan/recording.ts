/** The recorders that have to exist before the product starts, so that nothing it sends is missed. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordRedis } from './queue-recorder.ts'
import type { RedisRecorder } from './queue-recorder.ts'
import { startRecordingProxy } from './recording-proxy.ts'
import type { RecordingProxy } from './recording-proxy.ts'

/** The sandbox's state: what each provider has issued and received. */
export type SandboxState = Record<string, Record<string, unknown>>

export interface Recording {
  /** The file to which the sandbox writes its state. */
  sandboxFile: string
  /** Starts the proxy in front of a server; returns the address for browsers and providers. */
  startProxy(target: string): Promise<string>
  /** Starts the recorder in front of Redis; returns the address for the product. */
  recordRedis(url: string): Promise<string>
  /** Throws before `startProxy`. */
  proxy(): RecordingProxy
  redis(): RedisRecorder | undefined
  readSandbox(): SandboxState
  close(): Promise<void>
}

/** Prepares the recording of one product. */
export function prepareRecording(): Recording {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-recording-'))
  const sandboxFile = join(folder, 'sandbox.json')
  let proxy: RecordingProxy | undefined
  let redis: RedisRecorder | undefined
  return {
    sandboxFile,
    async startProxy(target) {
      proxy = await startRecordingProxy(target)
      return proxy.url
    },
    async recordRedis(url) {
      redis = await recordRedis(url)
      return redis.url
    },
    proxy() {
      if (!proxy) throw new Error('the proxy has not been started')
      return proxy
    },
    redis: () => redis,
    readSandbox: () => JSON.parse(readFileSync(sandboxFile, 'utf8')) as SandboxState,
    async close() {
      await proxy?.close()
      await redis?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
