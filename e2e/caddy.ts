/** Starts Caddy with the deployment's configuration. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * Starts the given Caddy with the Caddyfile as it is, at an HTTP address, before servers on the given ports. Its environment names them.
 * Disposing it ends it.
 */
export async function startCaddy(caddy: string, url: string, ports: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-proxy-'))
  const options = '{\n\tadmin off\n\tauto_https off\n}\n'
  writeFileSync(join(folder, 'Caddyfile'), `${options}import ${resolve('deploy/Caddyfile')}\n`)
  const SERVERS = ports.map((port) => `127.0.0.1:${port}`).join(' ')
  const own = { SITE_ADDRESS: url, SERVERS, PAGES_FOLDER: resolve('web/public') }
  const child = spawn(caddy, ['run', '--config', join(folder, 'Caddyfile')], {
    env: { PATH: process.env.PATH, HOME: folder, ...own },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stderr })
  await new Promise<void>((serves, failed) => {
    lines.on('line', (line) => line.includes('serving initial configuration') && serves())
    void ended.then(([code]) => failed(new Error(`caddy ended with ${code}`)))
  })
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
