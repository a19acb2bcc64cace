/** Sets the security headers of every response: the browser runs no code from other sites except PayPal's and Stripe's. */
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { Config } from '../../domain/config/config.ts'

/** The hosts of PayPal's buttons, their frames and their images. */
const paypalHosts = ['https://*.paypal.com', 'https://*.paypalobjects.com']

/**
 * Returns what Stripe's script on a page with wallets needs: itself, its frames (also those of 3-D Secure) and its API.
 * https://docs.stripe.com/security/guide#content-security-policy
 */
function walletSources(stripe: Config['stripe']): { script: string[]; frame: string[]; connect: string[] } {
  if (!stripe?.publishableKey) return { script: [], frame: [], connect: [] }
  if (stripe.jsUrl) {
    const standIn = [new URL(stripe.jsUrl).origin]
    return { script: standIn, frame: standIn, connect: standIn }
  }
  const script = ['https://js.stripe.com', 'https://*.js.stripe.com']
  return {
    script,
    frame: [...script, 'https://hooks.stripe.com'],
    connect: ['https://api.stripe.com'],
  }
}

/** Sets the security headers of every response; those of overlay pages are replaced by `overlayHeaders`. */
export function securityHeaders({ publicUrl, paypal, stripe }: Config): RequestHandler {
  const sandboxOrigins = [paypal?.jsUrl, paypal?.webUrl].flatMap((url) => (url ? [new URL(url).origin] : []))
  const paymentOrigins = [...new Set([...paypalHosts, ...sandboxOrigins])]
  // browsers check where the response to a form leads, too: https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Content-Security-Policy/form-action
  const cardOrigin = stripe?.apiUrl ? new URL(stripe.apiUrl).origin : 'https://checkout.stripe.com'
  const wallets = walletSources(stripe)
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...paymentOrigins, ...wallets.script],
        frameSrc: ["'self'", ...paymentOrigins, ...wallets.frame],
        connectSrc: ["'self'", socketOrigin(publicUrl), ...paymentOrigins, ...wallets.connect],
        imgSrc: ["'self'", 'data:', 'blob:', ...paymentOrigins],
        styleSrc: ["'self'", "'unsafe-inline'"], // PayPal's script and style attributes need inline styles
        fontSrc: ["'self'", 'data:'],
        mediaSrc: ["'self'"],
        formAction: ["'self'", ...paymentOrigins, ...(stripe ? [cardOrigin] : [])],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'self'"],
        upgradeInsecureRequests: isHttps(publicUrl) ? [] : null,
      },
    },
    // PayPal's pop-up sends messages to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // whether subdomains are served over https as well, only the operator knows (docs/runbook.md)
    strictTransportSecurity: isHttps(publicUrl) ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
}

/**
 * Replaces the headers of the site on an overlay page, which runs only our own files, connects only to us, and sends its address
 * in no request. Broadcast tools may embed it in a frame, which is safe because the page has nothing to click. Inline styles are
 * permitted, because OBS inserts a source's Custom CSS as a style element (https://github.com/obsproject/obs-browser/pull/189), and
 * our themes do, too. Styles cannot load anything from other hosts.
 */
export function overlayHeaders({ publicUrl }: Config): RequestHandler[] {
  return [
    helmet.contentSecurityPolicy({
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'", 'data:'],
        imgSrc: ["'self'", 'data:', 'blob:'], // each alert has a copy of the creator's picture (overlay/src/pictures.ts)
        mediaSrc: ["'self'", 'blob:'],
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
