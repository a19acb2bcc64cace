import { createHash } from 'node:crypto'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import { createApp } from '../app.ts'
import { builtPages } from './pages.ts'

const files = {
  'web/public.en.html': '<html lang="en"><meta name="description" content="x"><title>Brimful</title>',
  'web/public.de.html': '<html lang="en"><title>Brimful</title>',
  'web/private.en.html': '<html lang="en"><meta name="description" content="x"><title>Brimful</title>',
  'web/private.de.html': '<html lang="en"><title>Brimful</title>',
  'web/supporter.en.html':
    '<html lang="en"><meta name="description" content="x"><title>Brimful</title><p>for supporters',
  'web/supporter.de.html': '<html lang="en"><title>Brimful</title><p>for supporters',
  'web/landing.en.html': '<html lang="en"><title>Brimful</title><p>%SITE_HOST%/',
  'web/landing.de.html': '<html lang="en"><title>Brimful</title><p>auf Deutsch',
  'overlay/streamalerts.html':
    '<head><title>Alerts</title></head><body><section id="alert"></section><section id="goal"></section>',
  'overlay/overlay.html': '<title>Overlay</title>',
  'overlay/scene.html': '<title>Scene</title>',
  'overlay-away.html': '<html><script>again()</script></html>',
  'assets/index-abc123.js': 'export {}',
  'assets/index-abc123.js.br': brotliCompressSync('export const isPrecompressed = true'),
  'demo/mira.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
}

async function startPages(environment: NodeJS.ProcessEnv = {}) {
  const app = await startTestApp(environment)
  const root = await mkdtemp(join(tmpdir(), 'brimful pages '))
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(root, file, '..'), { recursive: true })
    await writeFile(join(root, file), text)
  }
  const server = createServer(createApp(app.ctx, builtPages(root, app.ctx)))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    root,
    publicUrl: app.ctx.config.publicUrl,
    db: app.ctx.db,
    get: async (path: string, requestHeaders: Record<string, string> = {}) => {
      const response = await fetch(url + path, { headers: requestHeaders, redirect: 'manual' })
      return { status: response.status, headers: response.headers, text: await response.text() }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await app[Symbol.asyncDispose]()
      await rm(root, { recursive: true })
    },
  }
}

test('a creator’s short address redirects to the page of their goals, with its query', async () => {
  await using pages = await startPages()
  const { userName } = await buildCreator(pages.db)

  const { status, headers } = await pages.get(`/${userName.toUpperCase()}?theme=dark`)

  expect([status, headers.get('location')]).toEqual([302, `/${userName}/current-goals?theme=dark`])
  expect(headers.get('cache-control')).toBe('no-cache')
  expect((await pages.get(`/${userName}/current-goals`)).status).toBe(200)
})

test.each([
  ['/@miravale', '/miravale'],
  ['/@MiraVale/goal/7?theme=dark', '/MiraVale/goal/7?theme=dark'],
])('%s, as other sites write names, redirects to %s', async (path, location) => {
  await using pages = await startPages()

  const { status, headers } = await pages.get(path)

  expect([status, headers.get('location')]).toEqual([302, location])
})

test.each([
  ['', '?theme=dark'],
  ['/tips', ''],
  ['/current-goals', '?a=1&b=%20'],
  ['/user/00000000-0000-4000-8000-000000000001', '?x=y'],
])(
  'a former name redirects to the current one for now, with its path %s and its query %s',
  async (path, query) => {
    await using pages = await startPages()
    const { uid, userName } = await buildCreator(pages.db)
    const current = `${userName}_now`
    await pages.db.updateTable('account').set({ userName: current }).where('uid', '=', uid).execute()

    for (const start of ['/', '/user/'] as const) {
      const { status, headers } = await pages.get(`${start}${userName.toUpperCase()}${path}${query}`)

      expect([status, headers.get('location')]).toEqual([302, `${start}${current}${path}${query}`])
      expect(headers.get('cache-control')).toBe('no-cache')
    }
    expect((await pages.get(`/${current}/tips`)).status).toBe(200)
    await pages.db.updateTable('account').set({ suspendedAt: new Date() }).where('uid', '=', uid).execute()
    expect((await pages.get(`/${userName}/tips`)).status).toBe(404)
  },
)

test('a goal’s page redirects from a former name', async () => {
  await using pages = await startPages()
  const { uid, userName } = await buildCreator(pages.db)
  const { goalId: goaluuid } = await buildGoal(pages.db, uid)
  await pages.db.updateTable('account').set({ userName: 'goal_now' }).where('uid', '=', uid).execute()

  for (const list of ['current-goals', 'fund-goal']) {
    const { status, headers } = await pages.get(`/${userName}/${list}/${goaluuid}?theme=dark`)
    expect([status, headers.get('location')]).toEqual([302, `/goal_now/${list}/${goaluuid}?theme=dark`])
  }
})

test('a creator’s address for signed-in users redirects as well', async () => {
  await using pages = await startPages()

  const { status, headers } = await pages.get('/user/Miravale/?theme=dark')

  expect([status, headers.get('location')]).toEqual([302, '/user/Miravale/current-goals?theme=dark'])
})

test('every path returns the web app, which browsers revalidate on every visit; unknown ones with 404', async () => {
  await using pages = await startPages()

  for (const [path, expected] of [
    ['/account/login/ada@example.test', 200],
    ['/Dashboard/', 200],
    ['/user/miravale/current-goals', 200],
    ['/miravale', 404],
    ['/miravale/current-goals/x', 404],
    ['/dashboard/nothing', 404],
    ['/no/such/page', 404],
    ['/streamalertsx', 404],
  ] as const) {
    const { status, text, headers } = await pages.get(path)
    expect([path, status, text.endsWith('content="summary">')]).toEqual([path, expected, true])
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  }
})

test.each([
  [{}, 'en'],
  [{ 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }, 'de'],
  [{ 'accept-language': 'fr,it;q=0.9' }, 'en'],
  [{ 'accept-language': 'de', cookie: 'brimful_locale=en' }, 'en'],
  [{ 'accept-language': 'en', cookie: 'brimful_locale=de' }, 'de'],
  [{ cookie: 'brimful_locale="><script>' }, 'en'],
])('a request with %j gets the page in %s', async (requestHeaders, locale) => {
  await using pages = await startPages()

  const [landing, app] = [await pages.get('/', requestHeaders), await pages.get('/explore', requestHeaders)]

  for (const { text } of [landing, app]) expect(text).toContain(`<html lang="${locale}" data-site-url`)
  expect(landing.text.includes('auf Deutsch')).toBe(locale === 'de')
  const territory = locale === 'de' ? 'de_DE' : 'en_GB'
  expect(app.text).toContain(`<meta property="og:locale" content="${territory}">`)
  expect(landing.headers.get('vary')).toContain('Accept-Language')
})

test.each([
  ['brimful_theme=dark', ' data-theme="dark">'],
  ['brimful_theme="><script>', '">'],
])('a request with the cookie %s gets a document that ends its root element with %s', async (cookie, end) => {
  await using pages = await startPages()

  const { text } = await pages.get('/', { cookie })

  expect(/^<html [^>]*>/.exec(text)?.[0].endsWith(end)).toBe(true)
  expect(text).not.toContain('<script')
})

test('the landing page is rendered at build time, and every document has the settings of the installation', async () => {
  await using pages = await startPages({
    PUBLIC_URL: 'https://tips.example.test',
    SOCIAL_URL: 'https://social.example.test/?a=1&b="2"',
  })

  const landing = await pages.get('/')
  const app = await pages.get('/explore')

  expect(landing.text).toContain('<p>tips.example.test/')
  expect(app.text).not.toContain('content="x"')
  for (const { text } of [landing, app]) {
    expect(text).toContain('<html lang="en" data-site-url="https://tips.example.test" data-support-email="')
    expect(text).toContain(' data-social-url="https://social.example.test/?a=1&amp;b=&quot;2&quot;">')
  }
})

test('a document that a new build has replaced is sent as it is now', async () => {
  await using pages = await startPages()
  await pages.get('/dashboard')

  await writeFile(
    join(pages.root, 'web/private.en.html'),
    '<html lang="en"><title>Brimful</title>another build',
  )

  expect((await pages.get('/dashboard')).text).toContain('another build')
})

test('pages for supporters have a document of their own, and a creator’s page preloads its cover', async () => {
  await using pages = await startPages()
  const coverImage = `/media/${'a'.repeat(32)}-1600.webp`
  const { userName } = await buildCreator(pages.db, { coverImage })
  const isForSupporters = async (path: string) => (await pages.get(path)).text.includes('<p>for supporters')

  const { text } = await pages.get(`/${userName.toUpperCase()}/tips`)

  expect(text).toContain('<p>for supporters')
  const preloads = [...text.matchAll(/<link rel="preload" [^>]*href="([^"]*)"[^>]*>/g)]
  expect(preloads.map(([, address]) => address)).toEqual([coverImage])
  expect(text).toContain(`imagesrcset="${coverImage.replace('1600', '640')} 640w, ${coverImage} 1600w"`)
  expect([
    await isForSupporters('/explore'),
    await isForSupporters('/dashboard'),
    await isForSupporters('/nobody_here'),
  ]).toEqual([true, false, false])
})

test('a public page names its canonical address, and no document repeats the requested path', async () => {
  await using pages = await startPages()
  const canonical = /<link rel="canonical" href="([^"]*)">/

  for (const path of ['/explore', '/dashboard/explore'])
    expect(canonical.exec((await pages.get(path)).text)?.[1]).toBe(`${pages.publicUrl}/explore`)
  for (const path of ['/signup/select-role/ada@example.test', '/account/login/ada@example.test', '/"><b>'])
    expect((await pages.get(path)).text).not.toMatch(/ada@|<b>|%3Cb|canonical/)
})

test.each([
  ['/streamalerts?userUID=1', 'overlay/streamalerts.html'],
  ['/overlay?widget=goal', 'overlay/overlay.html'],
  ['/overlay/scene?userUID=1', 'overlay/scene.html'],
] as const)('%s returns an overlay page that any site may embed', async (path, file) => {
  await using pages = await startPages()

  const { status, text, headers } = await pages.get(path)

  expect([status, text]).toEqual([200, files[file]])
  expect(headers.get('x-frame-options')).toBeNull()
})

test.each([
  '/streamalerts/?userUID=1',
  '/overlay/nothing',
  '/streamalerts/%',
  '/overlay?widget=goal',
  '/overlay/scene?userUID=1',
])('an error on %s is an empty page that tries again, for OBS shows whatever it gets', async (path) => {
  await using pages = await startPages()
  await rm(join(pages.root, 'overlay'), { recursive: true })

  const { status, text, headers } = await pages.get(path, { 'accept-language': 'de' })

  expect(status).toBeGreaterThanOrEqual(400)
  expect(text).toBe(files['overlay-away.html'])
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  const hash = createHash('sha256').update('again()').digest('base64')
  expect(headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}'`)
  expect(headers.get('x-frame-options')).toBeNull()
})

test('the alert page has a ground and a text only where the creator previews it', async () => {
  await using pages = await startPages()
  const path = '/streamalerts?userUID=1'

  const preview = await pages.get(`${path}&preview=1`, { 'accept-language': 'de' })

  expect(preview.text).toContain('<link rel="stylesheet" href="/overlay-preview.css"></head>')
  expect(preview.text).toContain('<section id="goal"></section><p id="waiting">Warte auf Trinkgelder …</p>')
  expect(preview.text).toContain('<p id="problem" role="alert">Diese Adresse funktioniert nicht.')
  expect(preview.headers.get('content-security-policy')).toContain("style-src 'self'")
  for (const bare of [path, `${path}&preview=0`]) {
    expect((await pages.get(bare)).text).toBe(files['overlay/streamalerts.html'])
  }
})

test.each(['/streamalerts', '/overlay', '/overlay/scene'])(
  'the content policy of %s allows no inline code and nothing from another site, but OBS’s Custom CSS',
  async (path) => {
    await using pages = await startPages({ PUBLIC_URL: 'https://tips.example.test' })

    const { headers } = await pages.get(`${path}?userUID=1`)

    expect(headers.get('content-security-policy')?.split(';')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "font-src 'self' data:",
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "connect-src 'self' wss://tips.example.test",
      "base-uri 'none'",
      "form-action 'none'",
      'frame-ancestors *',
      'upgrade-insecure-requests',
    ])
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  },
)

test.each(['/account', '/signup', '/dashboard/payment-setting', '/Admin/', '/control-panel'])(
  'the content policy of %s allows our own files alone, styles with a nonce, and no code from a text',
  async (path) => {
    await using pages = await startPages({ PUBLIC_URL: 'https://tips.example.test' })

    const [one, other] = [await pages.get(path), await pages.get(path)]

    const nonce = /<meta property="csp-nonce" nonce="([^"]{24})">/.exec(one.text)?.[1]
    const policy = one.headers.get('content-security-policy')!
    const sources: Record<string, string[]> = Object.fromEntries(
      policy.split(';').map((directive) => {
        const [name, ...allowed] = directive.split(' ')
        return [name!, allowed]
      }),
    )
    expect(sources).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'base-uri': ["'none'"],
    })
    expect(sources['style-src']).toEqual(["'self'", `'nonce-${nonce}'`])
    expect(sources['require-trusted-types-for']).toEqual(["'script'"])
    expect(policy).not.toContain('unsafe')
    const hosts = Object.values(sources)
      .flat()
      .filter((source) => source.includes('://'))
    expect(hosts).toEqual(['wss://tips.example.test'])
    expect(other.text).not.toContain(nonce)
  },
)

test.each(['/', '/explore', '/dashboard/receipt', '/dashboard/payment-failure'])(
  '%s, where providers’ code may run, has the policy of the site and no nonce',
  async (path) => {
    await using pages = await startPages()

    const { text, headers } = await pages.get(path)

    expect(headers.get('content-security-policy')).toContain('https://www.paypal.com')
    expect(text).not.toContain('nonce')
  },
)

test('hashed assets are cached for a year, and a missing asset returns 404 as plain text', async () => {
  await using pages = await startPages()

  const asset = await pages.get('/assets/index-abc123.js')
  const missing = await pages.get('/assets/index-old.js')

  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(asset.headers.get('content-type')).toContain('javascript')
  expect(missing.status).toBe(404)
  expect(missing.headers.get('content-type')).toContain('text/plain')
})

test('an asset comes as the build has compressed it, if the browser takes that', async () => {
  await using pages = await startPages()
  const get = (encoding: string) => pages.get('/assets/index-abc123.js', { 'accept-encoding': encoding })

  const compressed = await get('gzip, deflate, br')
  const plain = await get('identity')

  expect(compressed.text).toBe('export const isPrecompressed = true')
  expect(compressed.headers.get('content-encoding')).toBe('br')
  expect(compressed.headers.get('content-type')).toContain('javascript')
  expect(compressed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(compressed.headers.get('vary')).toContain('Accept-Encoding')
  expect(plain.text).toBe('export {}')
})

test('files and API paths never return the web app, and no file outside the public folder is served', async () => {
  await using pages = await startPages()

  expect((await pages.get('/demo/mira.svg')).headers.get('content-type')).toContain('image/svg+xml')
  expect((await pages.get('/api/v1/nothing')).headers.get('content-type')).toContain('json')
  expect((await pages.get('/..%2f..%2f..%2fetc/passwd')).text).not.toContain('root:')
  expect((await pages.get('/%E0%A4%A')).status).toBe(400)
})
