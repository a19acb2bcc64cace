/** Checks the sender of a push message as a push service does (VAPID, RFC 8292). */
import { createPublicKey, verify } from 'node:crypto'
import * as z from 'zod'

const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(mailto:|https:)/) })
const daySeconds = 24 * 60 * 60

/** Returns the error in an Authorization header; undefined if `key` signed it for `audience`, to be valid for at most a day. */
export function findVapidError(
  header: string | undefined,
  key: string,
  audience: string,
): string | undefined {
  const [, token, sender] = /^vapid t=([^,\s]+),\s*k=(\S+)$/.exec(header ?? '') ?? []
  if (!token || !sender) return 'no vapid authorization'
  if (sender !== key) return 'the key is not the one of the subscription'
  const [head = '', body = '', signature = ''] = token.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: readKey(key), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return 'a wrong signature'
  const parsed = claims.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  if (!parsed.success) return 'claims are missing'
  const secondsLeft = parsed.data.exp - Date.now() / 1000
  if (parsed.data.aud !== audience) return 'for another audience'
  return secondsLeft <= 0 || secondsLeft > daySeconds ? 'expired, or valid for too long' : undefined
}

function readKey(point: string) {
  const bytes = Buffer.from(point, 'base64url')
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((half) => half.toString('base64url'))
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
}
