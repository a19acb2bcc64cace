/** Serves the site's pages: the public ones rendered, all others as a document in which the browser renders the page. */
import { join } from 'node:path'
import type { Request, RequestHandler, Response } from 'express'
import type { Locale } from '../../contract/locale.ts'
import { describePage } from '../../domain/pages/describe-page.ts'
import type { PageCard } from '../../domain/pages/page-card.ts'
import type { AppContext } from '../context.ts'
import { publicReads } from '../routes/public-reads.ts'
import { readDocument } from './document.ts'
import { localeOf } from '../http/locale.ts'
import { openPageCache, visitorCaching } from './page-cache.ts'
import type { CachedPage } from './page-cache.ts'
import { openPageRenderer } from './page-renderer.ts'
import { hasChanged } from '../http/recent-change.ts'
import { themeOf } from '../http/theme.ts'
import type { Theme } from '../http/theme.ts'
import { hasSessionHint } from '../http/viewer.ts'

/** A creator's short address. The server redirects it, because a redirect in the browser shifts the layout. */
const shortPath = /^\/\w+\/?$/
/** A creator's short address for signed-in users. */
const shortUserPath = /^\/user\/\w+\/?$/
/** The pages of creators that are rendered. */
const renderedCreatorPath =
  /^\/\w+\/(?:tips|(?:current|completed)-goals|(?:(?:current|completed)-goals|fund-goal)\/[\da-f-]{36})$/

interface Asked {
  /** In lower case and without a final slash, because the routes ignore both. */
  path: string
  /** The part of the query that the page shows. */
  search: string
  locale: Locale
  theme: Theme | undefined
}

/** Responds to every path with a document. If there is no page at the path, the document says so with the status 404. */
export function servePages(publicDir: string, ctx: AppContext): RequestHandler {
  const renderer = openPageRenderer(publicDir, ctx, publicReads(ctx.db, ctx.replica))
  const cache = openPageCache()

  async function makeDocument(asked: Asked, card: PageCard, isRendered: boolean): Promise<string> {
    const { path, search, locale, theme } = asked
    const page = isRendered ? await renderer.render(path, search, locale) : undefined
    const file = join(publicDir, documentOf(path, card, locale))
    return readDocument(file, ctx.config, { card, locale, theme, page })
  }

  /** Makes the document of a rendered page; undefined if it could not be rendered, because then it must not be kept. */
  async function makeRendered(asked: Asked): Promise<string | undefined> {
    const card = await describePage(ctx, asked.path, asked.locale)
    if (card.isMissing || !card.path) return undefined
    const html = await makeDocument(asked, card, true)
    return html.includes('data-drawn') ? html : undefined
  }

  return async (req, res) => {
    const asked = readAsked(req)
    const isPublic = asked.path === '/explore' || renderedCreatorPath.test(asked.path)
    const isRendered = isPublic && !hasChanged(req) // otherwise the browser renders it, from reads that have its own change
    res.vary('Accept-Language').vary('Cookie')
    if (isRendered && !hasSessionHint(req)) {
      const page = await cache.get(keyOf(asked), () => makeRendered(asked))
      if (page) return sendPublic(req, res, page)
    }
    const card = await describePage(ctx, req.path, asked.locale)
    res.setHeader('Cache-Control', 'no-cache')
    const longPath = findLongPath(req.path, card)
    if (longPath) return res.redirect(longPath + new URL(req.originalUrl, ctx.config.publicUrl).search)
    res.status(card.isMissing ? 404 : 200)
    res.type('html').send(await makeDocument(asked, card, isRendered && !card.isMissing))
  }
}

/** Returns the full address of a short one; undefined for any other path. */
function findLongPath(path: string, card: PageCard): string | undefined {
  if (shortUserPath.test(path)) return `${path.replace(/\/$/, '')}/current-goals`
  return card.creator && shortPath.test(path) ? card.path : undefined
}

function readAsked(req: Request): Asked {
  const path = req.path.toLowerCase().replace(/(?<=.)\/$/, '')
  const tag = path === '/explore' && typeof req.query.tag === 'string' ? req.query.tag : ''
  const search = tag && `?${new URLSearchParams({ tag })}`
  return { path, search, locale: localeOf(req), theme: themeOf(req) }
}

function keyOf({ path, search, locale, theme }: Asked): string {
  return [locale, theme, path + search].join(' ')
}

/**
 * Sends a page that is the same for every visitor without an account. Its responses are not revalidated, since the browser has the page's changes from
 * the live connection.
 */
function sendPublic(req: Request, res: Response, page: CachedPage): void {
  const encoding = req.acceptsEncodings('br', 'gzip', 'identity') || 'identity'
  res.setHeader('Cache-Control', visitorCaching)
  res.vary('Accept-Encoding')
  if (encoding === 'br' || encoding === 'gzip') res.setHeader('Content-Encoding', encoding)
  res.type('html').send(page[encoding as keyof CachedPage])
}

/**
 * Returns the built document for a page (`vite.config.ts`). For the pages that supporters open first, there are documents that
 * preload their code.
 */
function documentOf(path: string, card: PageCard, locale: Locale): string {
  if (path === '/') return `web/landing.${locale}.html`
  return `web/${card.creator || card.path === '/explore' ? 'supporter' : 'app'}.${locale}.html`
}
