/** Starts a sandbox for tests, and calls its controls. */
import { type Sandbox, type SandboxOptions, startSandbox } from './start.ts'

/** Starts a sandbox on free ports; `await using` closes it. */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox & AsyncDisposable> {
  const sandbox = await startSandbox(options)
  return { ...sandbox, [Symbol.asyncDispose]: sandbox.close }
}

/** Posts to a control endpoint and returns the response body. Throws if the status is not 2xx. */
export async function control<T = unknown>(sandbox: Sandbox, path: string, body: object = {}): Promise<T> {
  const response = await fetch(sandbox.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

/** Reads JSON from the sandbox. */
export async function read<T>(sandbox: Sandbox, path: string): Promise<T> {
  return (await (await fetch(sandbox.url + path)).json()) as T
}

/** Posts a form without following the redirect. */
export function postForm(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
}
