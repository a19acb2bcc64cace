/** Security headers: they block code from other sites except PayPal's. */
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { Config } from '../../domain/config.ts'

/** The hosts of PayPal's buttons, their frames and their images. */
const paypalHosts = ['https://*.paypal.com', 'https://*.paypalobjects.com']

/** Sets the security headers of every response. */
export function securityHeaders({ publicUrl, paypal }: Config): RequestHandler {
  const isHttps = publicUrl.startsWith('https:')
  const sandboxOrigins = [paypal?.jsUrl, paypal?.webUrl].flatMap((url) => (url ? [new URL(url).origin] : []))
  const paymentOrigins = [...new Set([...paypalHosts, ...sandboxOrigins])]
  const ownSockets = publicUrl.replace(/^http/, 'ws')
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...paymentOrigins],
        frameSrc: ["'self'", ...paymentOrigins],
        connectSrc: ["'self'", ownSockets, ...paymentOrigins],
        imgSrc: ["'self'", 'data:', 'blob:', ...paymentOrigins],
        styleSrc: ["'self'", "'unsafe-inline'"], // PayPal's script and style attributes need inline styles
        fontSrc: ["'self'", 'data:'],
        mediaSrc: ["'self'"],
        formAction: ["'self'", ...paymentOrigins],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        frameAncestors: ["'self'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // PayPal's pop-up sends messages to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
}

/** Allows broadcast tools to embed an overlay page in a frame. That is safe because the page has nothing to click. */
export const allowFraming: RequestHandler = (_req, res, next) => {
  const policy = String(res.getHeader('Content-Security-Policy') ?? '')
  res.setHeader('Content-Security-Policy', policy.replace("frame-ancestors 'self'", 'frame-ancestors *'))
  res.removeHeader('X-Frame-Options')
  res.removeHeader('Cross-Origin-Opener-Policy')
  next()
}
