/** Signs the id_token, which Google adds when `openid` is granted. */
import { createPublicKey, sign } from 'node:crypto'
import { signingKey } from '../signing-key.ts'
import type { State } from '../state.ts'
import type { Accounts, Redeemed } from './accounts.ts'

const keyId = 'sandbox'
const issuer = 'https://accounts.google.com'
const lifetimeSeconds = 3600

export type Signer = ReturnType<typeof openSigner>

/** Opens the signing key, which is stored on first use. */
export function openSigner(state: State) {
  const keys = state.collection<string>('google.keys')

  function privateKey(): string {
    if (!keys.privateKey) {
      keys.privateKey = signingKey().export({ type: 'pkcs8', format: 'pem' }).toString()
      state.save()
    }
    return keys.privateKey
  }

  return {
    signIdToken(accounts: Accounts, tokens: Redeemed): string {
      const head = encode({ alg: 'RS256', kid: keyId, typ: 'JWT' })
      const unsigned = `${head}.${encode(claimsOf(accounts, tokens))}`
      return `${unsigned}.${sign('sha256', Buffer.from(unsigned), privateKey()).toString('base64url')}`
    },
    /** Returns the public key as a JSON Web Key Set. */
    listKeys() {
      const key = createPublicKey(privateKey()).export({ format: 'jwk' })
      return { keys: [{ ...key, kid: keyId, use: 'sig', alg: 'RS256' }] }
    },
  }
}

function claimsOf(accounts: Accounts, { channelId, scopes, nonce }: Redeemed) {
  const { accountId, email, title } = accounts.channels[channelId]!
  const now = Math.floor(Date.now() / 1000)
  const { clientId } = accounts.app
  return {
    iss: issuer,
    azp: clientId,
    aud: clientId,
    sub: accountId,
    ...(scopes.includes('https://www.googleapis.com/auth/userinfo.email') && { email, email_verified: true }),
    ...(scopes.includes('https://www.googleapis.com/auth/userinfo.profile') && { name: title }),
    ...(nonce && { nonce }),
    iat: now,
    exp: now + lifetimeSeconds,
  }
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
