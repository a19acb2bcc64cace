// @ts-check
/**
 * The guardian of an embedded Postgres server. Each process that uses the server starts one, because a killed process cannot stop
 * the server itself. The guardian waits until its standard input closes, which happens however that process ends, and then stops
 * the server unless another process uses it.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * @typedef {object} Task
 * @property {string} folder the data folder
 * @property {string} password
 * @property {number} lock the advisory lock that every user of the server shares
 * @property {string} program pg_ctl
 * @property {import('node:child_process').ExecFileOptions} options to run it with
 */

/**
 * Retries for ten seconds: the lock of the ended process may last a moment longer than the process, and a server that is starting
 * needs seconds.
 */
const attempts = 40
const pauseMs = 250

/** @type {Task} */
const task = JSON.parse(await text(process.stdin))
for (let attempt = 0; attempt < attempts && !(await isLast(task)); attempt++) await sleep(pauseMs)

/**
 * Stops the server if nobody uses it, and returns whether it did.
 * @param {Task} task
 */
async function isLast({ folder, password, lock, program, options }) {
  const port = readPort(folder)
  const login = { host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' }
  const client = new pg.Client({
    ...login,
    application_name: 'brimful-guardian',
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [lock])
    if (!rows[0].mine) return false
    const args = ['stop', '-D', folder, '-m', 'fast', '-w', '-t', '60']
    await new Promise((stopped) => execFile(program, args, options, stopped))
    return true
  } catch {
    return false
  } finally {
    client.end().catch(() => {})
  }
}

/**
 * Returns the server's port from its `postmaster.pid`, or 1, because nothing listens there.
 * @param {string} folder
 */
function readPort(folder) {
  try {
    return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[3]) || 1
  } catch {
    return 1
  }
}
