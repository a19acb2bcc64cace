import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import pg from 'pg'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { prepareDatabase } from './prepare-database.ts'

const isRoot = process.getuid?.() === 0
/** The clusters are in memory if possible, because Postgres writes 40 MB to the disk for each empty cluster. */
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
let home: string
let dataDir: string
let started: EmbeddedPostgres[]

beforeEach(() => {
  home = mkdtempSync(join(parent, 'brimful pg '))
  chmodSync(home, 0o755)
  dataDir = join(home, '.data', 'postgres')
  started = []
})

afterEach(async () => {
  await Promise.all(started.map((server) => server.stop()))
  rmSync(home, { recursive: true, force: true })
})

async function start(options: { dataDir?: string; port?: number } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir,
    port: 0,
    log: () => {},
    outside: join(home, 'outside'),
    ...options,
  })
  started.push(server)
  return server
}

async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

function accepts(url: string): Promise<boolean> {
  return ask(url, 'select 1').then(
    () => true,
    () => false,
  )
}

test('keeps data across a restart, with fsync on', async () => {
  const first = await start()
  await ask(first.url, 'create table kept as select 7 as amount')
  await first.stop()
  const isUpBetween = await accepts(first.url)

  const second = await start()

  expect(isUpBetween).toBe(false)
  expect(await ask(second.url, `select amount, current_setting('fsync') as fsync from kept`)).toEqual([
    { amount: 7, fsync: 'on' },
  ])
})

test('the product has a role of its own, with its own password, that can neither change the ledger nor the schema', async () => {
  const first = await start()
  const urlsOf = ({ runningUrl, url }: EmbeddedPostgres) => ({ databaseUrl: runningUrl, migrationUrl: url })
  const warn = vi.fn<() => void>()
  await prepareDatabase(urlsOf(first), { warn })
  await first.stop()

  const second = await start()
  await prepareDatabase(urlsOf(second), { warn })

  expect(warn).not.toHaveBeenCalled()
  expect(new URL(second.runningUrl).password).not.toBe(new URL(second.url).password)
  await expect(ask(second.runningUrl, 'delete from ledger_entry')).rejects.toMatchObject({ code: '42501' })
  await expect(ask(second.runningUrl, 'create table mine (id int)')).rejects.toMatchObject({ code: '42501' })
  expect(await ask(second.runningUrl, 'select count(*)::int as accounts from account')).toEqual([
    { accounts: 0 },
  ])
})

test('lower-cases letters beyond ASCII', async () => {
  const { url } = await start()

  expect(await ask(url, `select lower('ÄÖÉ') as low`)).toEqual([{ low: 'äöé' }])
})

test('requires the password, which only we can read', async () => {
  const { url, port } = await start()

  const notes = statSync(`${dataDir}.json`)

  await expect(ask(`postgresql://postgres@127.0.0.1:${port}/brimful`, 'select 1')).rejects.toThrow(/password/)
  expect(notes.mode & 0o777).toBe(0o600)
  expect(url).toContain(
    (JSON.parse(readFileSync(`${dataDir}.json`, 'utf8')) as { password: string }).password,
  )
})

test('simultaneous starts on an empty folder share one server, and the last user stops it', async () => {
  const servers = await Promise.all([start(), start(), start()])
  const ports = new Set(servers.map(({ port }) => port))

  await servers[0].stop()
  await servers[1].stop()
  const isUpForTheLast = await accepts(servers[2].url)
  await servers[2].stop()

  expect(ports.size).toBe(1)
  expect(isUpForTheLast).toBe(true)
  expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(false)
})

test('stops when the process that started it is killed', async () => {
  const starter = await startElsewhere()
  const isUp = await accepts(starter.url)

  await starter.kill()

  expect(isUp).toBe(true)
  await expect.poll(() => existsSync(join(dataDir, 'postmaster.pid'))).toBe(false)
  expect(await accepts(starter.url)).toBe(false)
})

test('goes on for others when the process that started it is killed, and is stopped by the last', async () => {
  const starter = await startElsewhere(['log_connections=on'])
  const joined = await start()
  const guardianLogIns = () =>
    readFileSync(`${dataDir}.log`, 'utf8').match(/=brimful-guardian$/gm)?.length ?? 0

  await starter.kill()
  await expect.poll(guardianLogIns).toBeGreaterThan(1) // at its second log-in, the guardian knows that the server is in use
  const isUp = await accepts(joined.url)
  await joined.stop()

  expect(joined.url).toBe(starter.url)
  expect(isUp).toBe(true)
  expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(false)
})

test('skips a taken port', async () => {
  const holder = createServer()
  const port = await new Promise<number>((done) => {
    holder.listen(0, '127.0.0.1', () => done((holder.address() as AddressInfo).port))
  })

  const server = await start({ port })
  holder.close()

  expect(server.port).toBeGreaterThan(port)
})

test.runIf(process.platform === 'linux')(
  'a note left by a crash that names some other process does no harm',
  async () => {
    const first = await start()
    await first.stop()
    writeFileSync(
      join(dataDir, 'postmaster.pid'),
      [process.pid, dataDir, 0, first.port, '', '127.0.0.1', '', 'ready'].join('\n'),
    )

    const second = await start()

    expect(await accepts(second.url)).toBe(true)
  },
)

test('refuses a data folder without its password in one sentence', async () => {
  await (await start()).stop()
  rmSync(`${dataDir}.json`)

  await expect(start()).rejects.toThrow(/postgres\.json with the password of .* is missing/)
})

test('refuses a damaged data folder with Postgres’s reason', async () => {
  await (await start()).stop()
  rmSync(join(dataDir, 'global', 'pg_control'))

  await expect(start()).rejects.toThrow(/Postgres did not start \(.*pg_control/)
})

test.runIf(isRoot)('as root in a private folder the data lives outside, and is found again', async () => {
  const own = join(home, 'private')
  mkdirSync(own, { mode: 0o700 })
  const first = await start({ dataDir: join(own, 'postgres') })
  await ask(first.url, 'create table kept as select 7 as amount')
  await first.stop()

  const second = await start({ dataDir: join(own, 'postgres') })

  expect(await ask(second.url, 'select amount from kept')).toEqual([{ amount: 7 }])
  const [place] = await ask<{ folder: string }>(
    second.url,
    `select current_setting('data_directory') as folder`,
  )
  expect(place!.folder).toContain(join(home, 'outside'))
})

/** Starts a server from another process, which can be killed. */
async function startElsewhere(settings: string[] = []) {
  const code = `import { startEmbeddedPostgres } from ${JSON.stringify(resolve('db/embedded-postgres.ts'))}
    const options = ${JSON.stringify({ dataDir, port: 0, settings })}
    const { url } = await startEmbeddedPostgres({ ...options, log: () => {} })
    process.stdout.write(url)`
  const file = join(home, 'starter.mts')
  writeFileSync(file, code)
  const starter = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let url = ''
  starter.stdout.on('data', (text: Buffer) => (url += text.toString()))
  await expect.poll(() => url).toMatch(/\/brimful$/)
  return {
    url,
    async kill() {
      starter.kill('SIGKILL')
      await expect.poll(() => starter.signalCode).toBe('SIGKILL')
    },
  }
}
