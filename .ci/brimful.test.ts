/** Runs `deploy/brimful` with containers, with a program in the place of `docker`, because no container engine is available. */
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, readFileSync } from 'node:fs'
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

test('setup asks in the image, starts, makes the admin, lets the doctor look, and says what comes next', () => {
  const { status, stdout, calls } = brimful(['setup', '--small'])

  expect(calls).toEqual([
    'volume ls --quiet',
    'build --quiet --tag brimful --file deploy/Dockerfile .',
    expect.stringMatching(
      /^run --rm --interactive --init --user \d+:\d+ --volume \S+:\/installation brimful node dist\/node\/setup\.js --way compose --folder \/installation --small$/,
    ),
    'compose up --detach --build --wait',
    run('admin.js list'),
    run('admin.js create mira mira@brimful-tips.net'),
    run('doctor.js'),
  ])
  expect(stdout).toContain('Put the lines with FAULT right, then run "brimful doctor" again.')
  expect(stdout).toContain('Brimful runs at https://tips.brimful-tips.net. What comes next:')
  expect(status).toBe(0)
})

test('setup makes no second admin, and refuses to make new keys for an old database', () => {
  expect(brimful(['setup'], { ADMINS: 'mira' }).calls.slice(-2)).toEqual([
    run('admin.js list'),
    run('doctor.js'),
  ])
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
  expect(brimful(['drill', join(folder.path, 'docker-compose.yml')]).calls).toEqual([
    'compose run --rm --no-TTY backup drill',
  ])
  expect(brimful(['drill', 'no-such-key']).stderr).toMatch(/^\/\/no-such-key cannot be read: /) // it was called in /
  expect(brimful(['dance'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Usage: brimful setup, /),
  })
})

test.each([
  ['nothing yet', undefined, true],
  [
    'Debian’s example',
    ':80 {\n\troot * /usr/share/caddy\n\tfile_server\n\t# reverse_proxy localhost:8080\n}\n',
    true,
  ],
  ['an earlier start’s', 'lb_policy cookie brimful_server', true],
  ['another site', 'shop.example.com {\n\troot * /srv/shop\n\tfile_server\n}\n', false],
])('with systemd a Caddy that serves %s is taken or left alone', (_what, caddyfile, isTaken) => {
  const etc = join(folder.path, 'etc')
  const nothing = '#!/bin/sh\n'
  const bin = Object.fromEntries(
    ['caddy', 'chown', 'id', 'node', 'systemctl'].map((name) => [`bin/${name}`, nothing]),
  )
  const variables = "SITE_ADDRESS=tips.brimful-tips.net\nSITE_TLS='tls internal'\n"
  folder.plant({
    ...bin,
    'etc/brimful.env': variables,
    ...(caddyfile && { 'etc/caddy/Caddyfile': caddyfile }),
  })
  for (const name of Object.keys(bin)) chmodSync(join(folder.path, name), 0o755)
  const env = { PATH: `${folder.path}/bin:${process.env.PATH}`, BRIMFUL_WAY: 'systemd', BRIMFUL_ETC: etc }

  const { stdout } = spawnSync('deploy/brimful', ['start'], { env, encoding: 'utf8' })

  const line = 'Let your proxy send tips.brimful-tips.net to the ports 3000 3010, as deploy/Caddyfile does.'
  expect(stdout.includes(line)).toBe(!isTaken)
  const now = readFileSync(join(etc, 'caddy/Caddyfile'), 'utf8')
  expect(now).toBe(isTaken ? readFileSync('deploy/Caddyfile', 'utf8') : caddyfile)
  if (isTaken)
    expect(readFileSync(join(etc, 'systemd/system/caddy.service.d/brimful.conf'), 'utf8')).toBe(
      '[Service]\nEnvironment="SITE_ADDRESS=tips.brimful-tips.net" "SITE_TLS=tls internal" "SERVERS=127.0.0.1:3000 127.0.0.1:3010"\n',
    )
})
