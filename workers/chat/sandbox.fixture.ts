/** The sandbox for tests: started once a file, driven by its control endpoints, read as JSON. */
import { startSandbox } from '../../sandbox/start.ts'

export interface TestSandbox {
  env: Record<string, string>
  /** Calls a control endpoint and returns its response. */
  control<T = unknown>(path: string, body?: object): Promise<T>
  read<T>(path: string): Promise<T>
  close(): Promise<void>
}

/** Starts a sandbox for one test file. */
export async function openTestSandbox(): Promise<TestSandbox> {
  const sandbox = await startSandbox()

  async function call<T>(path: string, init?: RequestInit): Promise<T> {
    const response = await fetch(sandbox.url + path, init)
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json() as Promise<T>
  }

  return {
    env: { ...sandbox.env, MAIL_DIGEST_SECONDS: '0' }, // no digests, unless a test sets it
    control: (path, body = {}) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    read: call,
    close: sandbox.close,
  }
}
