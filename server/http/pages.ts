/** Serves the built pages: hashed assets are cached for a year, documents are revalidated on every visit. */
import { join } from 'node:path'
import express, { Router } from 'express'
import type { RequestHandler } from 'express'
import { AppError } from '../../contract/errors.ts'
import type { Locale } from '../../contract/locale.ts'
import { describePage } from '../../domain/pages/describe-page.ts'
import type { PageCard } from '../../domain/pages/page-card.ts'
import type { AppContext } from '../context.ts'
import { readAlertPreview } from './alert-preview.ts'
import { readDocument } from './document.ts'
import { localeOf } from './locale.ts'
import { overlayHeaders } from './security-headers.ts'

/**
 * Returns the built document for a page (`vite.config.ts`). For the pages that supporters open first, there are documents that
 * preload their code.
 */
function documentOf(path: string, card: PageCard, locale: Locale): string {
  if (path === '/') return `web/landing.${locale}.html`
  return `web/${card.creator || card.path === '/explore' ? 'supporter' : 'app'}.${locale}.html`
}

const overlayPages = {
  '/streamalerts': 'overlay/streamalerts.html',
  '/overlay': 'overlay/overlay.html',
} as const

/** A creator's short address. The server redirects it, because a redirect in the browser shifts the layout. */
const shortPath = /^\/\w+\/?$/

/**
 * Serves the output of `vite build`. Every path that is not a file gets a document, and the web app routes it; if there is no page at
 * the path, the document says so with the status 404.
 */
export function builtPages(publicDir: string, ctx: AppContext): RequestHandler {
  const router = Router()
  const document =
    (file: string): RequestHandler =>
    (_req, res, next) => {
      res.sendFile(
        file,
        { root: publicDir, cacheControl: false, headers: { 'Cache-Control': 'no-cache' } },
        (error) => {
          if (error) next(error)
        },
      )
    }

  router.use(
    '/assets',
    express.static(join(publicDir, 'assets'), { immutable: true, maxAge: '1y', index: false }),
  )
  router.use('/assets', rejectMissingAsset)
  const headers = overlayHeaders(ctx.config)
  router.get('/streamalerts', ...headers, async (req, res, next) => {
    if (req.query.preview !== '1') return next()
    const file = join(publicDir, overlayPages['/streamalerts'])
    res.setHeader('Cache-Control', 'no-cache')
    res.vary('Accept-Language').vary('Cookie')
    res.type('html').send(await readAlertPreview(file, localeOf(req)))
  })
  for (const [path, file] of Object.entries(overlayPages)) router.get(path, ...headers, document(file))
  router.use(express.static(publicDir, { index: false, maxAge: '1h', redirect: false }))
  router.get('/{*path}', async (req, res) => {
    const locale = localeOf(req)
    const card = await describePage(ctx, req.path, locale)
    if (card.creator && card.path && shortPath.test(req.path)) {
      res.setHeader('Cache-Control', 'no-cache')
      res.redirect(card.path + new URL(req.originalUrl, ctx.config.publicUrl).search)
      return
    }
    const file = join(publicDir, documentOf(req.path, card, locale))
    res.setHeader('Cache-Control', 'no-cache')
    res.vary('Accept-Language').vary('Cookie')
    res.status(card.isMissing ? 404 : 200)
    res.type('html').send(await readDocument(file, ctx.config, { card, locale }))
  })
  return router
}

/** Refuses a missing asset without sending a page, which the browser would run as a script. */
const rejectMissingAsset: RequestHandler = () => {
  throw new AppError('not_found')
}
