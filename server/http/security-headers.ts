/**
 * Sets the security headers of every response: the browser runs no code from other sites except PayPal's and Stripe's, and not even that
 * on private pages, for the reasons in docs/decisions/0070-content-policies.md.
 */
import { randomBytes } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'
import type { Config } from '../../domain/config/config.ts'

/**
 * The hosts of PayPal's scripts: its SDK, what that loads, and the check for fraud. PayPal names only all its hosts
 * (https://developer.paypal.com/sdk/js/best-practices); code from any of them would be more than the SDK needs.
 */
const paypalScripts = ['https://www.paypal.com', 'https://www.paypalobjects.com', 'https://c.paypal.com']
/** The hosts of PayPal's frames, images and calls, which run none of their code in our pages, as PayPal names them. */
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
export function securityHeaders({ publicUrl, paypal, stripe, hstsSubdomains }: Config): RequestHandler {
  const standIns = [paypal?.jsUrl, paypal?.webUrl].flatMap((url) => (url ? [new URL(url).origin] : []))
  const paymentOrigins = [...new Set([...paypalHosts, ...standIns])]
  // browsers check where the response to a form leads, too: https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Content-Security-Policy/form-action
  const cardOrigin = stripe?.apiUrl ? new URL(stripe.apiUrl).origin : 'https://checkout.stripe.com'
  const wallets = walletSources(stripe)
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...new Set([...paypalScripts, ...standIns]), ...wallets.script],
        frameSrc: ["'self'", ...paymentOrigins, ...wallets.frame],
        connectSrc: ["'self'", socketOrigin(publicUrl), ...paymentOrigins, ...wallets.connect],
        imgSrc: ["'self'", 'data:', 'blob:', ...paymentOrigins],
        styleSrc: ["'self'", "'unsafe-inline'"], // for PayPal's script and the style attributes of rendered pages
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
    strictTransportSecurity: isHttps(publicUrl)
      ? { maxAge: 31_536_000, includeSubDomains: hstsSubdomains }
      : false,
  })
}

/**
 * Replaces the headers of the site on an overlay page, which runs only our own files, connects only to us, and sends its address
 * in no request. Broadcast tools may embed it in a frame, which is safe because the page has nothing to click. Inline styles are
 * permitted, because OBS inserts a source's Custom CSS as a style element (https://github.com/obsproject/obs-browser/pull/189), and
 * our themes do, too. Styles cannot load anything from other hosts. No Trusted Types: OBS before 31 fills that element by `innerHTML`
 * (https://github.com/obsproject/obs-browser/commit/22db20b).
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

/**
 * Replaces the content policy of the site for the document of a private page: no code but our own files, style elements with the nonce
 * that it returns alone, and no markup or script made from a text (Trusted Types), except our service worker (`web/src/lib/pages/after-first-paint.ts`).
 */
export function closePolicy(res: Response, { publicUrl }: Config): string {
  const nonce = randomBytes(16).toString('base64')
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self' ${socketOrigin(publicUrl)}`,
    "frame-src 'self'", // previews of overlay pages
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types service-worker',
    ...(isHttps(publicUrl) ? ['upgrade-insecure-requests'] : []),
  ]
  res.setHeader('Content-Security-Policy', directives.join(';'))
  return nonce
}

/** Returns our own WebSocket origin, because older browsers do not count it as `'self'`. */
function socketOrigin(publicUrl: string): string {
  return publicUrl.replace(/^http/, 'ws')
}

const isHttps = (publicUrl: string) => publicUrl.startsWith('https:')
