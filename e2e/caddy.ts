/** Starts Caddy with the deployment's configuration. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { listen } from '../server/listen.fixture.ts'

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

/**
 * Returns programs that take the place of Debian's Caddy on a host with its files in `etc`: `service` does what `systemctl restart caddy`
 * does, and `command` is `caddy`. No other program of this machine trusts the CA that it makes.
 */
export function installCaddy(caddy: string, etc: string, httpPort: number) {
  const options = ['admin off', `http_port ${httpPort}`, 'skip_install_trust']
  writeFileSync(join(etc, 'host.caddy'), `{\n\t${options.join('\n\t')}\n}\nimport ${etc}/caddy/Caddyfile\n`)
  const data = join(etc, 'caddy-data')
  const service = `#!/bin/sh
set -e
if [ -e ${etc}/caddy.pid ]; then
  kill "$(cat ${etc}/caddy.pid)"
  while kill -0 "$(cat ${etc}/caddy.pid)" 2>/dev/null; do sleep 0.05; done
fi
eval "export $(sed -n 's/^Environment=//p' ${etc}/systemd/system/caddy.service.d/brimful.conf)"
export XDG_DATA_HOME=${data} HOME=${data} PAGES_FOLDER=${etc}/caddy
exec ${caddy} start --config ${etc}/host.caddy --adapter caddyfile --pidfile ${etc}/caddy.pid >${etc}/caddy.log 2>&1
`
  const trusted = join(etc, 'ssl/certs')
  const command = `#!/bin/sh
[ "$1" = trust ] || exec ${caddy} "$@"
mkdir -p ${trusted} && exec cp ${data}/caddy/pki/authorities/local/root.crt ${trusted}/ca-certificates.crt
`
  return {
    service,
    command,
    pidFile: join(etc, 'caddy.pid'),
    certificates: join(trusted, 'ca-certificates.crt'),
  }
}

/** Opens an http address that passes requests on to a site with https, whose certificate is one of a CA in `certificates`. */
export async function openRelay(site: string, certificates: string) {
  const { host, hostname, port } = new URL(site)
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const target = {
      hostname,
      port,
      path,
      method,
      headers: { ...headers, host },
      ca: readFileSync(certificates),
    }
    const passed = request({ ...target, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  return listen(server)
}
