/** The built pages: hashed assets for ever, documents asked for anew each time. */
import { join } from 'node:path'
import express, { Router } from 'express'
import type { RequestHandler } from 'express'
import { AppError } from '../../contract/errors.ts'
import type { Locale } from '../../contract/locale.ts'
import { describePage } from '../../domain/pages/describe-page.ts'
import type { AppContext } from '../context.ts'
import { readDocument } from './document.ts'
import { localeOf } from './locale.ts'
import { allowFraming } from './security-headers.ts'

/** The landing page comes drawn; the app draws every other page itself. */
const landingPage = (locale: Locale) => `web/landing.${locale}.html`
const appPage = 'web/index.html'
const overlayPages = {
  '/streamalerts': 'overlay/streamalerts.html',
  '/overlay': 'overlay/overlay.html',
} as const

/** Serves what `vite build` made; every address that is no file is the web app's to route. */
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
  router.use('/assets', refuseMissing)
  for (const [path, file] of Object.entries(overlayPages)) router.get(path, allowFraming, document(file))
  router.use(express.static(publicDir, { index: false, maxAge: '1h', redirect: false }))
  router.get('/{*path}', async (req, res) => {
    const locale = localeOf(req)
    const file = join(publicDir, req.path === '/' ? landingPage(locale) : appPage)
    const card = await describePage(ctx, req.path, locale)
    res.setHeader('Cache-Control', 'no-cache')
    res.vary('Accept-Language').vary('Cookie')
    res.type('html').send(await readDocument(file, ctx.config, { card, locale }))
  })
  return router
}

/** A missing asset must not be answered with a page: the browser would run it. */
const refuseMissing: RequestHandler = () => {
  throw new AppError('not_found')
}
