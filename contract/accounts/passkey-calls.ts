/**
 * Calls for passkeys: managing them, logging in, and confirming a session. Field names are those of
 * https://www.w3.org/TR/webauthn-3/.
 */
import * as z from 'zod/mini'
import { publicCall, signedInCall } from '../call.ts'
import { failsWith } from '../check-error.ts'
import { isoTime } from '../entities.ts'
import { plainText } from '../text.ts'

const passkeyName = plainText(50).check(z.minLength(1, failsWith('invalid_name')))

export const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Whether the passkey is synced between devices, for example by a password manager. */
  isSynced: z.boolean(),
  createdAt: isoTime,
  lastUsedAt: z.nullable(isoTime),
})
export type Passkey = z.output<typeof passkey>

const descriptor = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()),
})

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type CreationOptions = z.output<typeof creationOptions>

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** The passkeys that the browser may offer; empty if it may offer any passkey of this site. */
  allowCredentials: z.array(descriptor),
})
export type RequestOptions = z.output<typeof requestOptions>

const base64url = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/))

/** The fields that every response of an authenticator has. A credential's id has at most 1,023 bytes. */
const credential = {
  id: base64url(1364),
  rawId: base64url(1364),
  type: z.literal('public-key'),
}

/** `RegistrationResponseJSON` of WebAuthn, without extensions. */
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(16_000),
    transports: z._default(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10)), []),
  }),
})
export type Registration = z.output<typeof registration>

/** `AuthenticationResponseJSON` of WebAuthn, without extensions. */
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(2000),
    /** The user handle. Authenticators may leave it out if the request listed passkeys. */
    userHandle: z.optional(base64url(100)),
  }),
})
export type Assertion = z.output<typeof assertion>

export const getPasskeys = signedInCall.get('account/passkeys', {
  summary: 'The account’s passkeys, the oldest first.',
  response: z.object({ passkeys: z.array(passkey) }),
})

export const startPasskey = signedInCall.post('account/passkeys/start', {
  summary: 'Returns the options with which the browser creates a passkey within five minutes.',
  costs: 'reads of the own account, and a sealed cookie',
  body: z.object({}),
  response: z.object({ options: creationOptions }),
})

export const addPasskey = signedInCall.post('account/passkeys/add', {
  summary: 'Adds the passkey that the browser has created.',
  costs: 'one signature, a row and a mail to the own address',
  body: z.object({ name: passkeyName, credential: registration }),
  bodyLimits: { bytes: 25_000 },
  response: z.object({ passkey }),
})

export const renamePasskey = signedInCall.post('account/passkeys/rename', {
  summary: 'Renames one passkey of the account.',
  body: z.object({ id: z.uuid(), name: passkeyName }),
})

export const removePasskey = signedInCall.post('account/passkeys/remove', {
  summary: 'Removes one passkey of the account.',
  costs: 'a row and a mail to the own address',
  body: z.object({ id: z.uuid() }),
})

export const startPasskeyLogIn = publicCall.post('account/passkeys/log-in/start', {
  summary:
    'Returns the options with which the browser asks for any passkey of this site, within five minutes.',
  costs: 'a sealed cookie',
  body: z.object({}),
  response: z.object({ options: requestOptions }),
})

export const logInByPasskey = publicCall.post('account/passkeys/log-in', {
  summary:
    'Starts a session with a passkey, in place of the email address, the password and the second factor.',
  costs: 'one signature',
  limits: ['log-in device', 'log-in net'],
  body: z.object({ credential: assertion }),
  bodyLimits: { bytes: 14_000 },
})

export const startPasskeyConfirmation = signedInCall.post('account/passkeys/confirm/start', {
  summary: 'Returns the options with which the browser asks for one of the account’s passkeys.',
  costs: 'reads of the own account, and a sealed cookie',
  body: z.object({}),
  response: z.object({ options: requestOptions }),
})

export const confirmByPasskey = signedInCall.post('account/passkeys/confirm', {
  summary:
    'Confirms this session with a passkey of the account, without a second factor, for ten minutes of sensitive changes.',
  costs: 'one signature, of a passkey that the account has',
  limits: ['account confirmation', 'account confirmation-day'],
  body: z.object({ credential: assertion }),
  bodyLimits: { bytes: 14_000 },
})
