/** Runs `deploy/update.sh` and `deploy/compose-restore.sh` with a program in the place of `docker`, because no container engine is available. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** Records what it is called with, and fails when the last argument is `failing`. */
const engine = (record: string, failing: string) => `#!/bin/sh
if [ "$*" = 'compose config --services' ]; then printf '%s\\n' $SERVICES; exit; fi
echo "$PWD $*" >> '${record}'
for last; do :; done
[ "$last" != '${failing}' ]
`

const update = (failing?: string) => runScript(['deploy/update.sh'], failing)

const large = 'postgres proxy server-1 server-2 workers-1 workers-2 migrate redis backup'
const small = 'postgres proxy server-1 migrate backup'

function runScript([script, ...args]: string[], failing = 'nothing', SERVICES = large) {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-update-'))
  const record = join(folder, 'calls')
  writeFileSync(join(folder, 'docker'), engine(record, failing), { mode: 0o755 })
  const env = { ...process.env, SERVICES, PATH: `${folder}:${process.env.PATH}` }
  const { status } = spawnSync(resolve(script!), args, { cwd: tmpdir(), env })
  const lines = readFileSync(record, 'utf8').trim().split('\n')
  rmSync(folder, { recursive: true })
  const folders = new Set(lines.map((line) => line.slice(0, line.indexOf(' '))))
  return { status, folders, calls: lines.map((line) => line.slice(line.indexOf(' ') + 1)) }
}

const replaced = (service: string) => `compose up --detach --no-deps --wait ${service}`

test('an update builds, migrates, and replaces one process after the other, each after the one before is healthy', () => {
  expect(update()).toEqual({
    status: 0,
    folders: new Set([process.cwd()]),
    calls: [
      'compose build --pull',
      'compose run --rm migrate',
      ...['workers-2', 'workers-1', 'server-2', 'server-1'].map(replaced),
      'compose up --detach --wait',
    ],
  })
})

test.each([
  ['--pull', 1],
  ['migrate', 2],
  ['workers-2', 3],
  ['server-2', 5],
])('an update in which %s fails stops there and leaves the others as they are', (failing, calls) => {
  const { status, calls: made } = update(failing)

  expect(status).not.toBe(0)
  expect(made).toHaveLength(calls)
  expect(made.at(-1)).toMatch(new RegExp(`${failing}$`))
})

test('a restore stops all who use the database, and starts them once the copy has caught up', () => {
  const restore = (failing?: string) =>
    runScript(['deploy/compose-restore.sh', 'latest', resolve('package.json')], failing)

  expect(restore()).toEqual({
    status: 0,
    folders: new Set([process.cwd()]),
    calls: [
      'compose build',
      'compose stop backup proxy server-1 server-2 workers-1 workers-2',
      'compose up --detach --wait postgres redis',
      'compose run --rm --no-TTY --no-deps backup restore latest',
      'compose exec --no-TTY redis redis-cli flushall',
      'compose run --rm --no-deps migrate node dist/node/release-restore.js',
      'compose up --detach --wait',
    ],
  })
  expect(restore('latest').calls).toHaveLength(4)
})

test('on a small machine there is one process to replace, and no Redis to empty', () => {
  const made = (args: string[]) => runScript(args, undefined, small).calls

  expect(made(['deploy/update.sh']).filter((call) => call.includes('--no-deps --wait'))).toEqual([
    replaced('server-1'),
  ])
  expect(made(['deploy/compose-restore.sh', 'latest', resolve('package.json')]).join('\n')).not.toMatch(
    /redis/,
  )
})
