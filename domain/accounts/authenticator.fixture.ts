/**
 * A software authenticator. It creates passkeys and signs challenges, and returns them as a browser sends them.
 * https://www.w3.org/TR/webauthn-3/
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type {
  Assertion,
  CreationOptions,
  Registration,
  RequestOptions,
} from '../../contract/accounts/passkey-calls.ts'

/** Flags of authenticator data: https://www.w3.org/TR/webauthn-3/#authdata-flags */
const flag = { isPresent: 1, isVerified: 4, canBackUp: 8, isBackedUp: 16, hasCredential: 64 }

/** What a test changes in one response of the authenticator. */
interface Twist {
  /** Whether the authenticator verified its user. */
  isVerified?: boolean
  /** The origin of the page that uses the passkey. */
  origin?: string
  counter?: number
  userHandle?: string
}

interface AuthenticatorOptions {
  origin: string
  /** Whether the passkeys are synced between devices; synced passkeys have no signature counter. */
  isSynced?: boolean
}

export type Authenticator = ReturnType<typeof openAuthenticator>

/** Opens an authenticator without a passkey, in a browser whose page has the origin `origin`. */
export function openAuthenticator({ origin: site, isSynced = false }: AuthenticatorOptions) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0
  let userHandle = 'bm9ib2R5'

  function dataFor(rpId: string, count: number, isVerified: boolean, credential?: Buffer): Buffer {
    const flags =
      flag.isPresent |
      (isVerified ? flag.isVerified : 0) |
      (isSynced ? flag.canBackUp | flag.isBackedUp : 0) |
      (credential ? flag.hasCredential : 0)
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, credential ?? Buffer.alloc(0)])
  }
  const wrap = { id, rawId: id, type: 'public-key' } as const

  return {
    /** Creates the authenticator's passkey. */
    create(
      { challenge, rp, user }: CreationOptions,
      { isVerified = true, origin = site }: Twist = {},
    ): Registration {
      userHandle = user.id
      const length = Buffer.from([0, credentialId.length])
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, toCose(publicKey)])
      const attestation = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', dataFor(rp.id, counter, isVerified, credential)],
        ]),
      )
      const clientDataJSON = clientData('webauthn.create', challenge, origin).toString('base64url')
      const attestationObject = attestation.toString('base64url')
      return { ...wrap, response: { clientDataJSON, attestationObject, transports: ['internal'] } }
    },
    /** Signs a challenge with the authenticator's passkey. */
    get({ challenge, rpId }: RequestOptions, twist: Twist = {}): Assertion {
      if (!isSynced) counter += 1
      const { isVerified = true, origin = site } = twist
      const data = dataFor(rpId, twist.counter ?? counter, isVerified)
      const client = clientData('webauthn.get', challenge, origin)
      return {
        ...wrap,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signWith(privateKey, Buffer.concat([data, sha256(client)])),
          userHandle: twist.userHandle ?? userHandle,
        },
      }
    },
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function signWith(key: KeyObject, data: Buffer): string {
  return sign('sha256', data, key).toString('base64url')
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** Encodes an ES256 public key as COSE: https://www.rfc-editor.org/rfc/rfc9053#section-7.1.1 */
function toCose(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' }) as { x: string; y: string }
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** Encodes integers, texts, bytes and maps as CBOR: https://www.rfc-editor.org/rfc/rfc8949 */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)])
  return Buffer.concat([head(5, value.size), ...parts])
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255])
}
