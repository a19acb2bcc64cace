/** Sets the security headers of every response: the browser runs no code from other sites except PayPal's. */
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { Config } from '../../domain/config.ts'

/** The hosts of PayPal's buttons, their frames and their images. */
const paypalHosts = ['https://*.paypal.com', 'https://*.paypalobjects.com']

/** Sets the security headers of every response; those of overlay pages are replaced by `overlayHeaders`. */
export function securityHeaders({ publicUrl, paypal, stripe }: Config): RequestHandler {
  const sandboxOrigins = [paypal?.jsUrl, paypal?.webUrl].flatMap((url) => (url ? [new URL(url).origin] : []))
  const paymentOrigins = [...new Set([...paypalHosts, ...sandboxOrigins])]
  // browsers check where the response to a form leads, too: https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Content-Security-Policy/form-action
  const cardOrigin = stripe?.apiUrl ? new URL(stripe.apiUrl).origin : 'https://checkout.stripe.com'
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...paymentOrigins],
        frameSrc: ["'self'", ...paymentOrigins],
        connectSrc: ["'self'", socketOrigin(publicUrl), ...paymentOrigins],
        imgSrc: ["'self'", 'data:', 'blob:', ...paymentOrigins],
        styleSrc: ["'self'", "'unsafe-inline'"], // PayPal's script and style attributes need inline styles
        fontSrc: ["'self'", 'data:'],
        mediaSrc: ["'self'"],
        formAction: ["'self'", ...paymentOrigins, ...(stripe ? [cardOrigin] : [])],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        frameAncestors: ["'self'"],
        upgradeInsecureRequests: isHttps(publicUrl) ? [] : null,
      },
    },
    // PayPal's pop-up sends messages to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps(publicUrl) ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
}

/**
 * Replaces the headers of the site on an overlay page, which runs only our own files, connects only to us, and sends its address
 * in no request. Broadcast tools may embed it in a frame, which is safe because the page has nothing to click.
 */
export function overlayHeaders({ publicUrl }: Config): RequestHandler[] {
  return [
    helmet.contentSecurityPolicy({
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'"],
        mediaSrc: ["'self'"],
        connectSrc: ["'self'", socketOrigin(publicUrl)],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ['*'],
        upgradeInsecureRequests: isHttps(publicUrl) ? [] : null,
      },
    }),
    helmet.referrerPolicy({ policy: 'no-referrer' }),
    (_req, res, next) => {
      res.removeHeader('X-Frame-Options')
      res.removeHeader('Cross-Origin-Opener-Policy')
      next()
    },
  ]
}

/** Returns our own WebSocket origin, because older browsers do not count it as `'self'`. */
function socketOrigin(publicUrl: string): string {
  return publicUrl.replace(/^http/, 'ws')
}

const isHttps = (publicUrl: string) => publicUrl.startsWith('https:')
