/** The product that `first-sight` visits: two servers on one database, one of them behind the proxy of the deployment. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { prepareParts } from '../e2e/product-parts.ts'
import { findOnPath } from '../scripts/find-on-path.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { openTestServices } from '../scripts/test-services.ts'
import { onCleanup, track } from './cleanup.ts'
import { register, startNode } from './processes.ts'

export interface Site {
  /** The address of the first server, without the proxy. */
  url: string
  /** The process of the first server. */
  pid: number
  /** The names of the demo's creators. */
  creators: string[]
  /** The pages to visit by name. Without Caddy on the PATH, those behind it are missing. */
  addresses: Record<string, string>
}

/** Starts the built servers with the demo's data. `cleanUp` ends all of it. */
export async function startSite(): Promise<Site> {
  const services = await openTestServices()
  onCleanup(services.close)
  const [port, innerPort, proxyPort] = [await findTestPort(), await findTestPort(), await findTestPort()]
  const parts = await prepareParts(port)
  track({ [Symbol.asyncDispose]: () => parts.close() })
  onCleanup(() => parts.sandbox.close())
  await parts.seedDemo(parts.env)
  const server = await startServer(parts.env)
  const goals = await parts.db
    .selectFrom('goal')
    .innerJoin('account', 'account.uid', 'goal.creatorUid')
    .select(['userName', 'goalId', 'status'])
    .execute()
  const goal = goals.find(({ userName, status }) => userName === 'miravale' && status === 'ACTIVE')!
  const url = parts.env.PUBLIC_URL!
  const pages = {
    creator: '/miravale/current-goals',
    goal: `/miravale/current-goals/${goal.goalId}`,
    tips: '/miravale/tips',
    explore: '/explore',
    landing: '/',
  }
  const proxy = await startBehindProxy(parts.env, innerPort, proxyPort)
  return {
    url,
    pid: server.pid!,
    creators: [...new Set(goals.map(({ userName }) => userName))],
    addresses: Object.fromEntries(
      Object.entries(pages).flatMap(([name, path]) => [
        [name, url + path],
        ...(proxy ? [[`${name}, HTTP/2`, proxy + path]] : []),
      ]),
    ),
  }
}

const startServer = (env: Record<string, string>) => startNode(['dist/node/server.js'], env, /server listens/)

/** Starts another server, and Caddy before it with HTTPS; returns its address, or undefined without Caddy. */
async function startBehindProxy(
  env: Record<string, string>,
  port: number,
  proxyPort: number,
): Promise<string | undefined> {
  const caddy = findOnPath('caddy')
  if (!caddy) {
    console.log('  There is no caddy on the PATH: nothing is measured on HTTP/2.')
    return undefined
  }
  const url = `https://localhost:${proxyPort}`
  await startServer({ ...env, PORT: String(port), PUBLIC_URL: url })
  const folder = mkdtempSync(join(tmpdir(), 'brimful-proxy-'))
  onCleanup(async () => rmSync(folder, { recursive: true, force: true }))
  // Caddy would otherwise add its certificate to those that this machine trusts, and listen for HTTP.
  const options = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n'
  writeFileSync(join(folder, 'Caddyfile'), `${options}import ${resolve('deploy/Caddyfile')}\n`)
  const child = spawn(caddy, ['run', '--config', join(folder, 'Caddyfile')], {
    env: { PATH: process.env.PATH ?? '', HOME: folder, SITE_ADDRESS: url, SERVERS: `127.0.0.1:${port}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  register(child)
  await new Promise<void>((resolveReady, reject) => {
    child.once('exit', (code) => reject(new Error(`caddy ended with ${code}`)))
    child.stderr.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('serving initial configuration')) resolveReady()
    })
  })
  child.stderr.resume()
  return url
}
