#!/usr/bin/env node
/**
 * Stands in for systemctl where no systemd runs: starts the programs of the real units in $BRIMFUL_ETC/systemd/system, from the current
 * folder and with the variables that a unit gives them. `pids/` beside that folder has who runs. Another unit is the script of its name in
 * $BRIMFUL_ETC/services, if there is one.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

const etc = process.env.BRIMFUL_ETC
const [verb, name] = process.argv.slice(2)
const script = join(etc, 'services', name ?? '')
if (name?.startsWith('brimful-')) {
  if (verb === 'start' || verb === 'restart') await run(name)
  if (verb === 'stop') await endUnit(name)
} else if (name && existsSync(script))
  process.exit(spawnSync(script, [verb], { stdio: 'inherit' }).status ?? 1)

/** @param {string} unit */
async function run(unit) {
  const [, instance = ''] = unit.split('@')
  const file = join(etc, 'systemd/system', `${unit.replace(/@.*/, '@')}.service`)
  const text = readFileSync(file, 'utf8').replaceAll('%i', instance)
  const all = (key) => [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value)
  const files = all('EnvironmentFile').map((path) =>
    parseEnv(readFileSync(path.replace('/etc', etc), 'utf8')),
  )
  const own = all('Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=')))
  const ofTest = Object.entries(process.env).filter(
    ([key]) => key === 'NODE_ENV' || /_(API|WEB|JS|RATES|SANDBOX)_URL$/.test(key),
  )
  const env = Object.assign({ PATH: process.env.PATH }, ...files, Object.fromEntries([...own, ...ofTest]))
  const args = all('ExecStart')[0].split(' ').slice(1)
  mkdirSync(join(etc, 'pids'), { recursive: true })
  const log = openSync(join(etc, 'pids', `${unit}.log`), 'a')
  if (all('Type')[0] === 'oneshot')
    process.exit(spawnSync(process.execPath, args, { env, stdio: ['ignore', log, log] }).status ?? 1)
  await endUnit(unit)
  const child = spawn(process.execPath, args, { env, detached: true, stdio: ['ignore', log, log] })
  writeFileSync(join(etc, 'pids', unit), String(child.pid))
  child.unref()
}

/** @param {string} unit */
async function endUnit(unit) {
  const known = join(etc, 'pids', unit)
  if (existsSync(known)) await end(Number(readFileSync(known, 'utf8')))
}

/** @param {number} pid */
async function end(pid) {
  const isRunning = () =>
    existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  if (isRunning()) process.kill(pid, 'SIGTERM')
  while (isRunning()) await new Promise((resolve) => setTimeout(resolve, 50))
}
