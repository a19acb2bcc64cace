/** Runs `deploy/brimful` with containers, with a program in the place of `docker`, because no container engine is available. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setUpFolder } from '../scripts/folder.fixture.ts'

const folder = setUpFolder('brimful-command-')

/** Records what it is called with, does as setup does, and has no admin yet. */
const engine = `#!/bin/sh
echo "$*" >> calls
case "$*" in
*setup.js*) printf "PUBLIC_URL=https://tips.brimful-tips.net\\nFIRST_ADMIN='mira mira@brimful-tips.net'\\n" >.env ;;
*'admin.js list') echo "$ADMINS" ;;
'volume ls --quiet') echo "$VOLUMES" ;;
*doctor.js) exit 1 ;;
esac
`

function brimful(args: string[], own: NodeJS.ProcessEnv = {}) {
  folder.plant({ 'docker-compose.yml': '', 'bin/docker': engine, 'deploy/.keep': '', calls: '' })
  copyFileSync('deploy/brimful', join(folder.path, 'deploy/brimful'))
  for (const file of ['bin/docker', 'deploy/brimful']) spawnSync('chmod', ['755', join(folder.path, file)])
  const env = { PATH: `${folder.path}/bin:${process.env.PATH}`, ADMINS: 'There is no admin.', ...own }
  const { status, stdout, stderr } = spawnSync(join(folder.path, 'deploy/brimful'), args, {
    env,
    cwd: '/',
    encoding: 'utf8',
  })
  const calls = readFileSync(join(folder.path, 'calls'), 'utf8').trim().split('\n')
  return { status, stdout, stderr: stderr.trim(), calls }
}

const run = (program: string) => `compose run --rm --no-TTY migrate node dist/node/${program}`

test('setup asks in the image, starts, lets the doctor look, makes the admin, and says what comes next', () => {
  const { status, stdout, calls } = brimful(['setup', '--small'])

  expect(calls).toEqual([
    'volume ls --quiet',
    'build --quiet --tag brimful --file deploy/Dockerfile .',
    expect.stringMatching(
      /^run --rm --interactive --init --user \d+:\d+ --volume \S+:\/installation brimful node dist\/node\/setup\.js --way compose --folder \/installation --small$/,
    ),
    'compose up --detach --build --wait',
    run('doctor.js'),
    run('admin.js list'),
    run('admin.js create mira mira@brimful-tips.net'),
  ])
  expect(stdout).toContain('Put the lines with FAULT right, then run "brimful doctor" again.')
  expect(stdout).toContain('Brimful runs at https://tips.brimful-tips.net. What comes next:')
  expect(status).toBe(0)
})

test('setup makes no second admin, and refuses to make new keys for an old database', () => {
  expect(brimful(['setup'], { ADMINS: 'mira' }).calls.at(-1)).toBe(run('admin.js list'))
  folder.plant({ '.env': '' })
  spawnSync('rm', [join(folder.path, '.env')])

  expect(brimful(['setup'], { VOLUMES: 'brimful_postgres-data' })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^There is a database .* but no \.env, .*: bring that file back\.$/),
    calls: ['volume ls --quiet'],
  })
})

test('the other words run what is there', () => {
  expect(brimful(['doctor', '--mail-to', 'a@b.net']).calls).toEqual([run('doctor.js --mail-to a@b.net')])
  expect(brimful(['backup']).calls).toEqual(['compose run --rm backup now'])
  expect(brimful(['backup', 'list']).calls).toEqual(['compose run --rm backup list'])
  expect(brimful(['dance'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Usage: brimful setup, /),
  })
})
