/** What must be in place before the product starts, so that nothing that leaves it is missed. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFront } from './recording-proxy.ts'
import type { Front } from './recording-proxy.ts'
import { tapRedis } from './queue-recorder.ts'
import type { RedisTap } from './queue-recorder.ts'

/** The sandbox's memory: what each provider issued and was told. */
export type SandboxState = Record<string, Record<string, unknown>>

export interface Recording {
  /** Where the sandbox writes its memory. */
  sandboxFile: string
  /** Puts the door in front of a server; gives the address that everybody is to use. */
  openFront(target: string): Promise<string>
  /** Puts the wire before Redis. */
  tapRedis(url: string): Promise<string>
  front(): Front
  redis(): RedisTap | undefined
  readSandbox(): SandboxState
  close(): Promise<void>
}

/** Prepares a recording; hand it to `startProduct`. */
export function prepareRecording(): Recording {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-canary-'))
  const sandboxFile = join(folder, 'sandbox.json')
  let front: Front | undefined
  let redis: RedisTap | undefined
  return {
    sandboxFile,
    async openFront(target) {
      front = await openFront(target)
      return front.url
    },
    async tapRedis(url) {
      redis = await tapRedis(url)
      return redis.url
    },
    front() {
      if (!front) throw new Error('the product was not started with this recording')
      return front
    },
    redis: () => redis,
    readSandbox: () => JSON.parse(readFileSync(sandboxFile, 'utf8')) as SandboxState,
    async close() {
      await front?.close()
      await redis?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
