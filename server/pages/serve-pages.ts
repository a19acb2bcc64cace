/** Serves the site's pages: renders the public ones, and sends all others as a document for the browser to render. */
import type { Request, RequestHandler, Response } from 'express'
import type { Locale } from '../../contract/locale.ts'
import { defaultFeePercent } from '../../contract/money/service-fee.ts'
import { isPrivatePath } from '../../contract/pages/private-paths.ts'
import type { Config } from '../../domain/config/config.ts'
import type { Solo } from '../../domain/config/solo-config.ts'
import { describePage } from '../../domain/pages/describe-page.ts'
import { findRenamedPath } from '../../domain/pages/find-renamed-path.ts'
import type { PageCard } from '../../domain/pages/page-card.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../../db/connection.ts'
import type { PublicRead } from '../http/handle.ts'
import { findOnce, publicReads } from '../routes/public-reads.ts'
import { openDocuments } from './document.ts'
import { localeOf } from '../http/locale.ts'
import { encodings, openPageCache, visitorCaching } from './page-cache.ts'
import type { CachedPage } from './page-cache.ts'
import { openPageRenderer } from './page-renderer.ts'
import { hasChanged } from '../http/recent-change.ts'
import { closePolicy } from '../http/security-headers.ts'
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

interface Requested {
  /** In lower case and without a final slash, because the routes ignore both. */
  path: string
  /** The part of the query that the page shows. */
  search: string
  locale: Locale
  theme: Theme | undefined
}

/** A page with its card, and the reads that it is rendered from. */
interface OpenPage extends Requested {
  card: PageCard
  reads: readonly PublicRead[]
}

/** The handlers of the pages' paths. */
export interface PageHandlers {
  /** Responds with public pages as every visitor without an account gets them; leaves all other requests to the next handler. */
  sendPublic: RequestHandler
  /** Responds to every path with a document. If there is no page at the path, the document says so with the status 404. */
  sendAny: RequestHandler
}

/** Opens the handlers. They share what they have read and rendered. */
export function servePages(publicDir: string, ctx: AppContext): PageHandlers {
  const renderer = openPageRenderer(publicDir, ctx)
  const fillDocument = openDocuments(publicDir, ctx.config)
  const cache = openPageCache()

  async function openPage(requested: Requested, path = requested.path): Promise<OpenPage> {
    const creators = findOnce(ctx.db)
    const card = await describePage({ ...ctx, findCreator: creators.profile }, path, requested.locale)
    const finderOf = (db: Db) => (db === ctx.db ? creators : findOnce(db))
    return { ...requested, card, reads: publicReads(ctx, finderOf) }
  }

  async function makeDocument(open: OpenPage, isRendered: boolean, nonce?: string): Promise<string> {
    const page = isRendered ? await renderer.render(open, open.reads) : undefined
    return fillDocument(documentOf(open), { ...open, page, nonce })
  }

  /**
   * Makes the document of a rendered page; undefined if it could not be rendered, because then it must not be kept, and for a former
   * name of the creator.
   */
  async function makeRendered(requested: Requested): Promise<string | undefined> {
    const open = await openPage(requested)
    if (open.card.isMissing || !open.card.path) return undefined
    const { creator } = open.card
    if (creator && !requested.path.startsWith(`/${creator.userName}/`)) return undefined
    const html = await makeDocument(open, true)
    return html.includes('data-drawn') ? html : undefined
  }

  return {
    async sendPublic(req, res, next) {
      const requested = readRequested(req, ctx.config)
      if (!isRenderedHere(requested, req, ctx.config) || hasSessionHint(req)) return next()
      const page = await cache.get(keyOf(requested), () => makeRendered(requested))
      if (!page) return next()
      varyByVisitor(res)
      await sendCached(req, res, page)
    },
    async sendAny(req, res) {
      const requested = readRequested(req, ctx.config)
      const search = () => new URL(req.originalUrl, ctx.config.publicUrl).search
      const named = atName.exec(req.path)
      if (named) return res.redirect(`/${named[1]}${named[2] ?? ''}${search()}`)
      varyByVisitor(res)
      res.setHeader('Cache-Control', 'no-cache')
      const renamedPath = await findRenamedPath(ctx, req.path)
      if (renamedPath) return res.redirect(renamedPath + search()) // for now: the year ends, and the owner may change back
      const open = await openPage(requested, req.path === '/' ? requested.path : req.path)
      // Until the creator has signed up, the site begins with that.
      if (open.card.isMissing && ctx.config.solo && req.path === '/') return res.redirect('/signup')
      const longPath = findLongPath(req.path, open.card)
      if (longPath) return res.redirect(longPath + search())
      res.status(open.card.isMissing ? 404 : 200)
      const isRendered = isRenderedHere(requested, req, ctx.config) && !open.card.isMissing
      const nonce = isPrivatePath(req.path) ? closePolicy(res, ctx.config) : undefined
      res.type('html').send(await makeDocument(open, isRendered, nonce))
    },
  }
}

/** A creator's page with the name as other sites write it. */
const atName = /^\/@(\w{3,30})(\/.*)?$/

/**
 * Returns whether the server renders a page; otherwise the browser does, from reads that have its own change. The build has rendered the
 * landing page, with the usual fee.
 */
function isRenderedHere({ path }: Requested, req: Request, { serviceFeePercent }: Config): boolean {
  const isOtherFee = path === '/' && serviceFeePercent !== defaultFeePercent
  const isListed = isOtherFee || path === '/explore' || renderedCreatorPath.test(path)
  return isListed && !hasChanged(req)
}

function varyByVisitor(res: Response): void {
  res.vary('Accept-Language').vary('Cookie')
}

/** Returns the full address of a short one; undefined for any other path. */
function findLongPath(path: string, card: PageCard): string | undefined {
  if (shortUserPath.test(path)) return `${path.replace(/\/$/, '')}/current-goals`
  return card.creator && shortPath.test(path) ? card.path : undefined
}

function readRequested(req: Request, { solo }: Config): Requested {
  const isCreators = solo !== undefined && req.path === '/'
  const path = isCreators ? creatorPageOf(solo) : req.path.toLowerCase().replace(/(?<=.)\/$/, '')
  const tag = path === '/explore' && typeof req.query.tag === 'string' ? req.query.tag : ''
  const search = tag && `?${new URLSearchParams({ tag })}`
  return { path, search, locale: localeOf(req), theme: themeOf(req) }
}

/** In solo mode, the address of the page that the site begins with. */
function creatorPageOf({ userName }: Solo): string {
  return `/${userName}/current-goals`
}

function keyOf({ path, search, locale, theme }: Requested): string {
  return [locale, theme, path + search].join(' ')
}

/**
 * Sends a page that is the same for every visitor without an account. Its responses are not revalidated, since the browser has the page's changes from
 * the live connection.
 */
async function sendCached(req: Request, res: Response, page: CachedPage): Promise<void> {
  const accepted = req.acceptsEncodings(...encodings)
  const encoding = encodings.find((one) => one === accepted) ?? 'identity'
  const content = await page(encoding)
  res.setHeader('Cache-Control', visitorCaching)
  res.vary('Accept-Encoding')
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding)
  res.type('html').send(content)
}

/**
 * Returns the built document for a page (`build/vite.config.ts`). For the pages that supporters open first, there are documents that
 * preload their code.
 */
function documentOf({ path, card, locale }: OpenPage): string {
  if (path === '/') return `web/landing.${locale}.html`
  if (isPrivatePath(path)) return `web/private.${locale}.html`
  return `web/${card.creator || card.path === '/explore' ? 'supporter' : 'public'}.${locale}.html`
}
