/** What crawlers read: which pages are private (RFC 9309), and the addresses of the public ones (https://www.sitemaps.org/protocol.html). */
import type { RequestHandler, Response } from 'express'
import { listPublicUserNames } from '../../db/queries/pages/listed-creators.ts'
import { listPublicPaths } from '../../domain/pages/describe-page.ts'
import type { AppContext } from '../context.ts'

/** What only its own user sees, or only one visitor should open. None is a creator's name, but a name may begin like one. */
const privateSections = [
  'account',
  'admin',
  'authentication',
  'control-panel',
  'dashboard',
  'overlay',
  'signup',
  'streamalerts',
  'user',
]

/** A sitemap may have 50,000 addresses. Further creators are found by links. */
const maxCreators = 40_000
const keptMs = 10 * 60_000

/** Responds with what crawlers leave out, and with the sitemap's address. */
export function serveRobots({ config }: Pick<AppContext, 'config'>): RequestHandler {
  const rules = privateSections.flatMap((section) => [`/${section}$`, `/${section}/`, `/${section}?`])
  const lines = [
    'User-agent: *',
    ...[...rules, '/*-setting$', '/*-setting?'].map((rule) => `Disallow: ${rule}`),
    `Sitemap: ${config.publicUrl}/sitemap.xml`,
  ]
  return (_req, res) => send(res, 'text/plain', lines.map((line) => `${line}\n`).join(''))
}

/**
 * Responds with the public pages and those of the creators that Explore lists, at most 40,000 in the order of their names: one read
 * of their names in ten minutes. Suspended and erased creators are in none of the two.
 */
export function serveSitemap({ config, db }: Pick<AppContext, 'config' | 'db'>): RequestHandler {
  let kept: { until: number; xml: Promise<string> } | undefined

  async function write(): Promise<string> {
    const names = await listPublicUserNames(db, maxCreators)
    const paths = [...listPublicPaths(config.solo), ...names.map((name) => `/${name}/current-goals`)]
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...paths.map((path) => `<url><loc>${config.publicUrl}${path}</loc></url>`),
      '</urlset>\n',
    ].join('\n')
  }

  return async (_req, res) => {
    const now = performance.now()
    if (!kept || kept.until < now) {
      const own = { until: now + keptMs, xml: write() }
      kept = own
      own.xml.catch(() => (kept = kept === own ? undefined : kept))
    }
    send(res, 'application/xml', await kept.xml)
  }
}

function send(res: Response, type: string, text: string): void {
  res.setHeader('Cache-Control', 'public, max-age=600')
  res.type(type).send(text)
}
