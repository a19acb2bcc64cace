/** Checks the files of the container deployment without a container engine, by parsing them. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { findTestPort } from '../db/test-port.fixture.ts'
import { hasRedisServer } from '../e2e/redis-server.ts'

interface Service {
  image?: string
  command?: string[]
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string; required?: boolean }>
  profiles?: string[]
  deploy?: { replicas?: number }
  healthcheck?: { test: string[] }
  volumes?: string[]
  networks?: string[]
  configs?: { source: string; target: string }[]
  ports?: string[]
  restart?: string
  shm_size?: string
  logging?: { driver: string; options: Record<string, string> }
}
interface Compose {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  networks: Record<string, { internal?: boolean }>
  configs: Record<string, { content: string }>
}

const text = readFileSync('docker-compose.yml', 'utf8')
const { services, volumes, networks, configs } = parse(text, { merge: true }) as Compose
const dockerfile = readFileSync('deploy/Dockerfile', 'utf8')
const caddyfile = readFileSync('deploy/Caddyfile', 'utf8')

const ours = ['server-1', 'server-2', 'workers-1', 'workers-2']

test('there are Postgres, Redis, one migration, two servers behind a proxy, two workers, and backups', () => {
  expect(Object.keys(services).sort()).toEqual([
    'backup',
    'migrate',
    'postgres',
    'proxy',
    'redis',
    ...ours.toSorted(),
  ])
  expect(services.proxy!.image).toMatch(/^caddy:/)
  expect(caddyfile).toMatch(/to \{\$SERVERS:server-1:3000 server-2:3000\}/)
  expect(Object.keys(services.proxy!.depends_on!)).toEqual(['server-1', 'server-2'])
})

test('the proxy has the page that overlays get while no server is ready', () => {
  expect(services.proxy!.volumes).toContain('./web/public/overlay-away.html:/etc/caddy/overlay-away.html:ro')
  expect(existsSync('web/public/overlay-away.html')).toBe(true)
})

test('only the proxy is reachable from outside, by HTTP/3 as well, which it offers', () => {
  const published = Object.entries(services).filter(([, service]) => service.ports)

  expect(services.proxy!.ports).toEqual(['80:80', '443:443', '443:443/udp'])
  expect(published.map(([name]) => name)).toEqual(['proxy'])
})

test('servers and workers start after the migration has succeeded, which runs once', () => {
  for (const name of ours) {
    expect(services[name]!.depends_on).toMatchObject({
      postgres: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
      migrate: { condition: 'service_completed_successfully' },
    })
  }
  expect(services.migrate!.restart).toBe('no')
  expect(services.migrate!.command).toEqual(['node', 'dist/node/migrate.js'])
})

test('of our processes only the migration knows the role that owns the schema; the others have one of their own', () => {
  const userOf = (url?: string) => /^postgres:\/\/(\w+):/.exec(url ?? '')?.[1]
  const { migrate, postgres, backup: _backup, ...others } = services
  const owner = postgres!.environment!.POSTGRES_USER

  expect(userOf(migrate!.environment!.MIGRATION_DATABASE_URL)).toBe(owner)
  for (const { environment } of [migrate!, others['server-1']!, others['workers-1']!])
    expect([undefined, owner]).not.toContain(userOf(environment!.DATABASE_URL))
  for (const name of ours) expect(services[name]!.environment!.POSTGRES_PASSWORD).toBe('') // .env has it
  for (const { environment = {} } of Object.values(others)) {
    expect(environment.MIGRATION_DATABASE_URL ?? '').toBe('')
    expect(JSON.stringify(environment)).not.toContain('{POSTGRES_PASSWORD')
  }
})

test('Redis evicts nothing and persists everything; data is in named volumes', () => {
  expect(configs.redis!.content).toMatch(/^appendonly yes$/m)
  expect(configs.redis!.content).toMatch(/^maxmemory-policy noeviction$/m)
  const mounted = [...services.postgres!.volumes!, ...services.redis!.volumes!].map(
    (mount) => mount.split(':')[0]!,
  )
  expect(Object.keys(volumes)).toEqual(expect.arrayContaining(mounted))
})

test('every process has a health check; ours are asked whether they are ready, and restarted when they have ended', () => {
  for (const name of ['postgres', 'redis', ...ours])
    expect(services[name]!.healthcheck?.test.length).toBeGreaterThan(1)
  for (const name of ours) {
    const { environment, healthcheck, restart } = services[name]!
    expect(healthcheck?.test.at(-1)).toContain(`127.0.0.1:${environment!.LIVE_PORT}/readyz`)
    expect(restart).toBe('unless-stopped')
  }
})

test('the file contains no secret; all come from .env, which no build gets', () => {
  const settings = Object.values(services).flatMap(({ environment = {} }) => Object.entries(environment))
  const secrets = settings.filter(
    ([name, value]) => /SECRET|KEY|TOKEN|PASSWORD|AUTH/.test(name) && value !== '',
  )

  expect(new Set(secrets.map(([name]) => name))).toEqual(
    new Set(['POSTGRES_PASSWORD', 'PGPASSWORD', 'POSTGRES_APP_PASSWORD', 'REDISCLI_AUTH']),
  )
  for (const [, value] of secrets) expect(value).toMatch(/^\$\{(\w+):\?set \1\}$/)
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.env*', '*.env', '*.key', '*.pem', '.data', 'backup']))
  expect(text).not.toMatch(/(postgres|redis):\/\/[^$@\s]*:[^$@]+@/)
})

test('Postgres and Redis reach nothing outside, and the proxy does not reach them', () => {
  for (const name of ['postgres', 'redis', 'backup']) expect(services[name]!.networks).toEqual(['data'])
  expect(networks.data).toEqual({ internal: true })
  expect(services.proxy!.networks).toBeUndefined()
  for (const name of [...ours, 'migrate']) expect(services[name]!.networks).toEqual(['default', 'data'])
})

test.skipIf(!hasRedisServer())(
  'Redis accepts the password of .env alone, its health check uses it, and no list of processes shows it',
  async () => {
    const { configs: given, command, environment, healthcheck } = services.redis!
    expect(command!.slice(1)).toEqual([given![0]!.target])
    expect(environment!.REDISCLI_AUTH).toBe('${REDIS_PASSWORD:?set REDIS_PASSWORD}')
    expect(services['server-1']!.environment!.REDIS_URL).toBe(
      'redis://:${REDIS_PASSWORD:?set REDIS_PASSWORD}@redis:6379',
    )
    const folder = mkdtempSync(join(tmpdir(), 'brimful-redis-'))
    const file = join(folder, 'redis.conf')
    const port = String(await findTestPort())
    const fill = (content: string) => content.replaceAll(/\$\{REDIS_PASSWORD:[^}]*\}/g, 'a-secret')
    writeFileSync(file, `${fill(configs.redis!.content)}\nport ${port}\ndir ${folder}\n`)
    const redis = spawn('redis-server', [file], { stdio: 'ignore' })
    onTestFinished(() => void redis.kill('SIGKILL'))
    const check = (password: string) =>
      spawnSync('sh', ['-c', healthcheck!.test[1]!.replace('redis-cli', `redis-cli -p ${port}`)], {
        env: { ...process.env, REDISCLI_AUTH: password },
      }).status

    await expect.poll(() => check('a-secret')).toBe(0)
    expect(check('another')).toBe(1)
    expect(check('')).toBe(1)
    expect(readFileSync(`/proc/${redis.pid}/cmdline`, 'utf8')).not.toContain('a-secret')
    redis.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  },
)

test('images have the versions that were tested, so a release changes them and nothing else', () => {
  const named = Object.values(services).flatMap(({ image }) => (image === 'brimful' ? [] : [image!]))
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!)

  expect(new Set(bases).size).toBe(1)
  for (const image of [...named, ...bases]) expect(image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?(-[a-z-]+)?$/)
  expect(services.backup!.image).toBe(services.postgres!.image) // the programs are those of the server
  expect(dockerfile).toMatch(
    /^COPY package\.json package-lock\.json \.npmrc \.\/\nCOPY sandbox\/package\.json sandbox\/\nCOPY e2e\/package\.json e2e\/\nRUN npm ci --include-workspace-root --workspace=sandbox$/m,
  )
})

test('the image has several stages, does not run as root, and contains the built programs', () => {
  const stages = dockerfile.match(/^FROM /gm)
  const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '))

  expect(stages!.length).toBeGreaterThan(1)
  expect(last).toMatch(/^USER node$/m)
  expect(last).not.toMatch(/npm (ci|install)/)
  const programs = readFileSync('build/vite.server.config.ts', 'utf8')
  for (const name of ['server', 'workers', 'migrate']) expect(programs).toMatch(new RegExp(`\\b${name}: '`))
})

test('no container’s log grows for ever, and Postgres has shared memory for parallel queries', () => {
  for (const { logging } of Object.values(services)) {
    expect(logging?.options['max-size']).toMatch(/^\d+m$/)
    expect(Number(logging?.options['max-file'])).toBeGreaterThan(1)
  }
  expect(services.postgres!.shm_size).toBe('256m')
})

test('on a small machine one process runs everything without a Redis; what is replaced stays away', () => {
  const small = parse(readFileSync('deploy/compose.small.yml', 'utf8'), { merge: true }) as Compose
  const { depends_on, command, environment } = small.services['server-1']!
  const away = Object.entries(small.services).filter(([, { profiles }]) => profiles)

  expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(small.services)))
  expect(away.map(([name]) => name).toSorted()).toEqual(['redis', 'server-2', 'workers-1', 'workers-2'])
  expect(command).toEqual(['node', 'dist/node/one-process.js'])
  expect(readFileSync('build/vite.server.config.ts', 'utf8')).toContain("'one-process': '")
  for (const name of ['server-1', 'migrate'])
    expect(small.services[name]!.environment).toEqual({ ONE_PROCESS: 'true', REDIS_URL: '' })
  expect(environment).toBeDefined()
  // What still starts and depends on a service that is away has to do without that one.
  for (const [name, service] of Object.entries(services)) {
    if (away.some(([gone]) => gone === name)) continue
    const gone = Object.keys(service.depends_on ?? {}).filter((other) => away.some(([one]) => one === other))
    const own = name === 'server-1' ? depends_on : small.services[name]?.depends_on
    for (const other of gone) expect(own?.[other]).toMatchObject({ required: false })
  }
  expect(small.services.proxy!.environment).toEqual({ SERVERS: 'server-1:3000' })
})

test('an update replaces servers and workers one by one, after the migration', () => {
  const script = readFileSync('deploy/update.sh', 'utf8')

  expect(script.indexOf('run --rm migrate')).toBeLessThan(script.indexOf('for service in'))
  expect(script).toMatch(/up --detach --no-deps --wait "\$service"/)
})
