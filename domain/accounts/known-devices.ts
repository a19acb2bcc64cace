/**
 * Known devices: browsers where an account has logged in before. Their log-in attempts are counted separately, so strangers who guess
 * passwords cannot lock the owner out there. https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AccountRow } from '../../db/schema.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

/** How many milliseconds after its last log-in a browser stays known: half a year. */
export const deviceLifetime = 180 * 24 * 60 * 60_000

/** The account that a browser is known for. The password hash is part of the key, so that a new password ends all known devices. */
export type DeviceAccount = Pick<AccountRow, 'uid' | 'passwordHash'>

const maxAccounts = 4
const separator = '~'
const shape = /^([\w-]{22})\.([\w-]{43})$/

/** Returns the device id of this browser for an account; undefined when the browser is not known for it. */
export function findDevice(
  keys: SecretKeys,
  account: DeviceAccount,
  cookie: string | undefined,
): string | undefined {
  const token = findToken(keys, account, cookie)
  return token?.split('.')[0]
}

/**
 * Returns a cookie that makes the browser known for this account too. A cookie holds the latest four accounts. A browser that is
 * already known keeps its device id, so logging in a second time does not reset its count of attempts. The newest key signs it.
 */
export function rememberDevice(keys: SecretKeys, account: DeviceAccount, cookie: string | undefined): string {
  const known = findToken(keys, account, cookie)
  const token = makeToken(keys[0], account, known?.split('.')[0])
  const others = tokensOf(cookie).filter((other) => other !== known)
  return [token, ...others].slice(0, maxAccounts).join(separator)
}

function findToken(keys: SecretKeys, account: DeviceAccount, cookie: string | undefined): string | undefined {
  return tokensOf(cookie).find((token) => keys.some((key) => isOf(key, account, token)))
}

/** Returns all device tokens of a cookie, whatever account each belongs to. */
function tokensOf(cookie = ''): string[] {
  return cookie.split(separator, maxAccounts).filter((token) => shape.test(token))
}

function isOf(secret: Buffer, account: DeviceAccount, token: string): boolean {
  const [, id = '', mac = ''] = shape.exec(token) ?? []
  return timingSafeEqual(Buffer.from(mac, 'base64url'), sign(secret, account, id))
}

function makeToken(
  secret: Buffer,
  account: DeviceAccount,
  id = randomBytes(16).toString('base64url'),
): string {
  return `${id}.${sign(secret, account, id).toString('base64url')}`
}

function sign(secret: Buffer, { uid, passwordHash }: DeviceAccount, id: string): Buffer {
  return createHmac('sha256', secret)
    .update(`device ${uid} ${passwordHash ?? ''} ${id}`)
    .digest()
}
