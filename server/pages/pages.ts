/** Serves the built pages: hashed assets are cached for a year, documents are revalidated on every visit. */
import { join } from 'node:path'
import express, { Router } from 'express'
import type { RequestHandler } from 'express'
import expressStaticGzip from 'express-static-gzip'
import { AppError } from '../../contract/errors.ts'
import type { AppContext } from '../context.ts'
import { readAlertPreview } from './alert-preview.ts'
import { localeOf } from '../http/locale.ts'
import { overlayHeaders } from '../http/security-headers.ts'
import { serveOverlayAway } from './overlay-away.ts'
import { servePages } from './serve-pages.ts'

const overlayPages = {
  '/streamalerts': 'overlay/streamalerts.html',
  '/overlay': 'overlay/overlay.html',
  '/overlay/scene': 'overlay/scene.html',
} as const
/** Everything below these is for overlays, also what there is not. */
const overlayFolders = ['/streamalerts', '/overlay']

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
    expressStaticGzip(join(publicDir, 'assets'), {
      enableBrotli: true,
      orderPreference: ['br', 'gzip'],
      index: false,
      serveStatic: { immutable: true, maxAge: '1y' },
    }),
  )
  router.use('/assets', rejectMissing)
  const headers = overlayHeaders(ctx.config)
  router.get('/streamalerts', ...headers, async (req, res, next) => {
    if (req.query.preview !== '1') return next()
    const file = join(publicDir, overlayPages['/streamalerts'])
    res.setHeader('Cache-Control', 'no-cache')
    res.vary('Accept-Language').vary('Cookie')
    res.type('html').send(await readAlertPreview(file, localeOf(req)))
  })
  for (const [path, file] of Object.entries(overlayPages)) router.get(path, ...headers, document(file))
  router.use(overlayFolders, ...headers, rejectMissing, serveOverlayAway(publicDir, ctx.log))
  const { sendPublic, sendAny } = servePages(publicDir, ctx)
  router.get('/{*path}', sendPublic) // before looking for a file, which takes longer than sending a page that is kept
  router.use(express.static(publicDir, { index: false, maxAge: '1h', redirect: false }))
  router.get('/{*path}', sendAny)
  return router
}

/** Refuses what is missing without sending the site's page: a browser would run it as a script, OBS would show it on the stream. */
const rejectMissing: RequestHandler = () => {
  throw new AppError('not_found')
}
