import { readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startProcess } from './process.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'brimful-npm-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(script: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) {
  const own = {
    npm_config_cache: join(folder, 'cache'),
    npm_config_userconfig: join(folder, 'npmrc'),
    ...env,
  }
  const { output, ended } = startProcess([process.execPath, `scripts/${script}.mjs`, ...args], {
    env: { ...process.env, ...own },
  })
  return { code: await ended, output: output() }
}

/** Starts a registry that answers every request for advisories. */
async function openRegistry(status: number, body: unknown) {
  const server = createServer((request, response) => {
    request.resume()
    // npm reads which versions there are, too, by GET.
    const answer =
      request.method === 'GET' ? { name: decodeURIComponent(request.url!.slice(1)), versions: {} } : body
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    env: { npm_config_registry: `http://127.0.0.1:${port}/` },
    [Symbol.asyncDispose]: () => new Promise<void>((done) => void server.close(() => done())),
  }
}

const advisory = {
  id: 1,
  url: 'https://advisories.example/1',
  title: 'Reads too much',
  severity: 'high',
  vulnerable_versions: '>=0',
}

describe('npm run advisories', () => {
  test('exits with 0 if the registry knows none', async () => {
    await using registry = await openRegistry(200, {})

    const { code, output } = await run('advisories', [], registry.env)

    expect([code, output]).toEqual([0, expect.stringMatching(/^No advisories about \d{3,} packages\.\n$/)])
  })

  test('exits with 1 and names what the registry knows, also of packages that are in the pages alone', async () => {
    await using registry = await openRegistry(200, { react: [advisory] })

    const { code, output } = await run('advisories', [], registry.env)

    expect(code).toBe(1)
    expect(output).toContain('high: react >=0: Reads too much https://advisories.example/1\n')
  })

  test.each([405, 500])('exits with 2 and the cause if the registry answers %i', async (status) => {
    await using registry = await openRegistry(status, {})

    const { code, output } = await run('advisories', [], registry.env)

    expect([code, output]).toEqual([
      2,
      expect.stringMatching(new RegExp(`^Could not look for advisories\\. .*${status}`)),
    ])
  })

  test('exits with 2 if there is no registry, also where npm is told not to look', async () => {
    const away = { npm_config_registry: 'http://127.0.0.1:9/' }

    for (const setting of ['', 'offline=true', 'audit=false']) {
      const npmrc = join(folder, `npmrc-${setting}`)
      writeFileSync(npmrc, setting)
      const { code, output } = await run('advisories', [], { ...away, npm_config_userconfig: npmrc })
      expect([code, output]).toEqual([2, expect.stringContaining('ECONNREFUSED')])
    }
  })
})

interface Sbom {
  bomFormat: string
  components: { name: string; version: string; purl: string; properties: { name: string }[] }[]
}

test('npm run sbom writes every package of the lock once, the same file each time', async () => {
  const [path, again] = [join(folder, 'sbom.json'), join(folder, 'again.json')]
  expect((await run('sbom', [path])).code).toBe(0)
  expect((await run('sbom', [again])).code).toBe(0)

  const text = readFileSync(path, 'utf8')
  expect(readFileSync(again, 'utf8')).toBe(text)
  const { bomFormat, components } = JSON.parse(text) as Sbom
  expect(bomFormat).toBe('CycloneDX')
  const purls = components.map(({ purl }) => purl)
  expect(purls).toEqual([...new Set(purls)])
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    string,
    Record<string, string>
  >
  const versions = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const named = Object.entries({ ...dependencies, ...devDependencies })
  expect(named.filter(([name, version]) => !versions.has(`${name}@${version}`))).toEqual([])
  const forBuilding = components.filter(({ properties }) =>
    properties.some(({ name }) => name === 'cdx:npm:package:development'),
  )
  const marked = forBuilding.map(({ name }) => name)
  expect(marked).toEqual(expect.arrayContaining(['react', 'vitest']))
  expect(marked.filter((name) => name in dependencies!)).toEqual([])
})

test('npm run sbom without a path says how it is used', async () => {
  expect(await run('sbom')).toEqual({ code: 1, output: 'Usage: npm run sbom -- PATH\n' })
})
