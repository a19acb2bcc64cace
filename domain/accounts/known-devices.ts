/**
 * Known devices: browsers in which an account has logged in before. Wrong passwords that strangers send do not count against
 * them. https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A browser is known for half a year after its last log-in. */
export const deviceLifetime = 180 * 24 * 60 * 60_000

const maxAccounts = 4
const separator = '~'
const shape = /^([\w-]{22})\.([\w-]{43})$/

/** Returns the id under which this browser is known for an account; undefined for a browser that is not. */
export function findDevice(secret: Buffer, email: string, cookie: string | undefined): string | undefined {
  const tokens = cookie?.split(separator, maxAccounts) ?? []
  return tokens.map((token) => readToken(secret, email, token)).find((id) => id !== undefined)
}

/** Returns the cookie that makes a browser known for an account, too; it keeps the last four accounts. */
export function rememberDevice(secret: Buffer, email: string, cookie: string | undefined): string {
  const id = randomBytes(16).toString('base64url')
  const others = (cookie?.split(separator, maxAccounts) ?? []).filter(
    (token) => shape.test(token) && readToken(secret, email, token) === undefined,
  )
  return [`${id}.${sign(secret, email, id).toString('base64url')}`, ...others]
    .slice(0, maxAccounts)
    .join(separator)
}

function readToken(secret: Buffer, email: string, token: string): string | undefined {
  const [, id, mac] = shape.exec(token) ?? []
  if (id === undefined || mac === undefined) return undefined
  return timingSafeEqual(Buffer.from(mac, 'base64url'), sign(secret, email, id)) ? id : undefined
}

function sign(secret: Buffer, email: string, id: string): Buffer {
  return createHmac('sha256', secret).update(`device ${email.toLowerCase()} ${id}`).digest()
}
