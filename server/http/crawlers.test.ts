import { expect, test } from 'vitest'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import type { TestApp } from '../app.fixture.ts'

async function fetchText(app: TestApp, path: string) {
  const response = await fetch(new URL(path, app.url))
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

test('the sitemap has the public pages and creators, and nobody who is suspended or leaves', async () => {
  await using app = await startTestApp({ PUBLIC_URL: 'https://tips.example' })
  const shown = await buildCreator(app.db)
  const others = [
    await buildCreator(app.db, { suspendedAt: new Date() }),
    await buildCreator(app.db, { deletionDueAt: new Date() }),
    await buildSupporter(app.db),
  ]

  const { status, type, text } = await fetchText(app, '/sitemap.xml')

  expect([status, type]).toEqual([200, 'application/xml; charset=utf-8'])
  const addresses = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
  expect(addresses).toContain('https://tips.example/')
  expect(addresses).toContain('https://tips.example/terms-of-service')
  expect(addresses).toContain(`https://tips.example/${shown.userName}/current-goals`)
  for (const { userName } of others) expect(text).not.toContain(`/${userName}/`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('robots.txt excludes private pages, not creators whose names begin like one', async () => {
  await using app = await startTestApp({ PUBLIC_URL: 'https://tips.example' })

  const { status, type, text } = await fetchText(app, '/robots.txt')

  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toContain('Sitemap: https://tips.example/sitemap.xml')
  const rules = [...text.matchAll(/^Disallow: (.*)$/gm)].map(([, rule]) => toPattern(rule ?? ''))
  const isExcluded = (path: string) => rules.some((rule) => rule.test(path))
  const excluded = ['/dashboard', '/dashboard/insights', '/user/mira/total-earnings', '/profile-setting']
  const open = ['/', '/explore', '/accountant/current-goals', '/mira/tips', '/terms-of-service']
  expect(
    [...excluded, '/admin', '/account/login/a@b.c', '/streamalerts?userUID=1'].filter(isExcluded),
  ).toHaveLength(7)
  expect(open.filter(isExcluded)).toEqual([])
})

/** A rule matches the start of an address; `*` stands for anything, and `$` for the end (RFC 9309). */
function toPattern(rule: string): RegExp {
  const escaped = rule.replace(/[.+?^{}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${escaped}`)
}
