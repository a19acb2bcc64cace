/** Starts one stand-in on its own port, without the rest of the sandbox. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import type { OpenStandIn } from './stand-in.ts'
import { openState } from './state.ts'

/** Calls a control endpoint: by POST if there is a body, otherwise by GET. Throws if the status is not 2xx. */
export type Control = <T = Record<string, unknown>>(path: string, body?: unknown) => Promise<T>

/** Returns a client of the control endpoints at an address such as `http://127.0.0.1:3100/stripe/control`. */
export function controlAt(address: string): Control {
  return async <T>(path: string, body?: unknown) => {
    const response = await fetch(`${address}/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`control/${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
}

/** Starts a stand-in; disposing it closes it. */
export async function startStandIn(open: OpenStandIn, provider: string) {
  const app = express()
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const requests: string[] = []
  server.prependListener('request', ({ method, url }) => requests.push(`${method} ${url}`))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const standIn = await open({ origin, state: openState() })
  app.use(standIn.router)
  return {
    app,
    origin,
    port,
    env: standIn.env,
    /** The method and path of each call so far. */
    requests,
    control: controlAt(`${origin}/${provider}/control`),
    async [Symbol.asyncDispose]() {
      await standIn.close?.()
      server.closeAllConnections()
      server.close()
    },
  }
}
