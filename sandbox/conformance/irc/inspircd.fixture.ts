/** Runs Debian's InspIRCd, an independent IRC server. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Inspircd extends AsyncDisposable {
  /** Opens a client connection. */
  dial(): Socket
}

/** Starts the server on a socket file, which needs no free port. Its name is tmi.twitch.tv, because tmi.js ignores other servers. */
export async function startInspircd(path: string): Promise<Inspircd> {
  const folder = mkdtempSync(join(tmpdir(), 'irc-'))
  const socketPath = join(folder, 'socket')
  writeFileSync(join(folder, 'motd'), 'Conformance\n')
  writeFileSync(join(folder, 'inspircd.conf'), configOf(folder, socketPath))
  const isRoot = process.getuid?.() === 0
  const args = ['--nofork', '--nopid', '--config', join(folder, 'inspircd.conf')]
  const server = spawn(path, isRoot ? [...args, '--runasroot'] : args, { stdio: ['ignore', 'pipe', 'pipe'] })

  async function stop(): Promise<void> {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGKILL') // on other signals InspIRCd waits for its users to disconnect
      await once(server, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    await isUp(server)
    return { dial: () => connect(socketPath), [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function isUp(server: ChildProcess): Promise<void> {
  const lines: string[] = []
  for await (const line of createInterface(server.stdout!)) {
    lines.push(line)
    if (line.includes('is now running')) return
  }
  throw new Error(`InspIRCd did not start: ${lines.join(' / ')}`)
}

/** Returns a configuration with limits high enough for a fast test, and Twitch's maximum line length without tags. */
function configOf(folder: string, socketPath: string): string {
  return `<config format="xml">
<server name="tmi.twitch.tv" description="Conformance" network="Conformance" id="000">
<admin name="nobody" nick="nobody" email="nobody@localhost">
<power diepass="${Math.random()}" restartpass="${Math.random()}">
<bind path="${socketPath}" type="clients" replace="yes">
<connect allow="*" timeout="20" pingfreq="120" resolvehostnames="no" fakelag="no" threshold="1000"
  commandrate="100000" hardsendq="1048576" softsendq="65536" recvq="65536" localmax="50" globalmax="50">
<limits maxline="4096">
<files motd="${join(folder, 'motd')}">
<log method="file" type="*" level="default" target="${join(folder, 'log')}">
`
}
