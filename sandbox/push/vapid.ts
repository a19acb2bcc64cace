/** Who sends a push message, as a push service checks it (RFC 8292). */
import { createPublicKey, verify } from 'node:crypto'
import * as z from 'zod'

const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(mailto:|https:)/) })
const daySeconds = 24 * 60 * 60

/** What is wrong with an Authorization header; undefined when `key` has signed for `audience`, and not for too long. */
export function findVapidFault(
  header: string | undefined,
  key: string,
  audience: string,
): string | undefined {
  const [, token, sender] = /^vapid t=([^,\s]+),\s*k=(\S+)$/.exec(header ?? '') ?? []
  if (!token || !sender) return 'no vapid authorization'
  if (sender !== key) return 'another key than the subscription was made for'
  const [head = '', body = '', signature = ''] = token.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: readKey(key), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return 'a wrong signature'
  const said = claims.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  if (!said.success) return 'claims are missing'
  const left = said.data.exp - Date.now() / 1000
  if (said.data.aud !== audience) return 'for another audience'
  return left <= 0 || left > daySeconds ? 'no time to live, or too long a one' : undefined
}

function readKey(point: string) {
  const bytes = Buffer.from(point, 'base64url')
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((half) => half.toString('base64url'))
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
}
