/**
 * Answers an error on an overlay's address with an empty, transparent page that tries again: any text would stand on the stream, and
 * stay there, because broadcast software loads a page once. The proxy answers with the same page while no server is ready
 * (`deploy/Caddyfile`).
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErrorRequestHandler } from 'express'
import helmet from 'helmet'
import type { Logger } from 'pino'
import { openFailureLog, toAppError } from '../http/errors.ts'

const file = 'overlay-away.html'

/** Opens the handler of errors on the addresses of overlays. The status stays that of the error. */
export function serveOverlayAway(publicDir: string, log: Logger): ErrorRequestHandler {
  const logFailure = openFailureLog(log)
  return async (thrown: unknown, req, res, next) => {
    const error = toAppError(thrown)
    logFailure(error, thrown, req)
    if (res.headersSent) return next(thrown)
    const html = await readFile(join(publicDir, file), 'utf8')
    const script = /<script>([^]*)<\/script>/.exec(html)?.[1] ?? ''
    const hash = createHash('sha256').update(script).digest('base64')
    const allow = helmet.contentSecurityPolicy({
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: [`'sha256-${hash}'`],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ['*'],
      },
    })
    res.status(error.status).setHeader('Cache-Control', 'no-store')
    allow(req, res, () => void res.type('html').send(html))
  }
}
