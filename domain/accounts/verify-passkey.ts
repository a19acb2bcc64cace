/**
 * Verifies the responses of authenticators (https://www.w3.org/TR/webauthn-3/#sctn-rp-operations) with @simplewebauthn/server.
 */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Logger } from 'pino'
import { AppError } from '../../contract/errors.ts'
import type { Assertion, Registration } from '../../contract/accounts/passkey-calls.ts'
import type { PasskeyRow } from '../../db/account-tables.ts'
import type { Db } from '../../db/connection.ts'
import { insertUsedChallenge, updatePasskeyUse } from '../../db/queries/accounts/passkeys.ts'
import { hashToken } from '../security/tokens.ts'
import { challengeLifetime } from './passkey-challenge.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

export interface PasskeyContext {
  db: Db
  log: Logger
  config: { secretsKey: SecretKeys; publicUrl: string }
}

/** EdDSA, ES256 and RS256: https://www.iana.org/assignments/cose/cose.xhtml#algorithms */
export const algorithms = [-8, -7, -257]

/** Returns the relying party id, this site's name for authenticators: its host name. */
export function relyingPartyId({ publicUrl }: { publicUrl: string }): string {
  return new URL(publicUrl).hostname
}

/** Returns the user handle, an authenticator's id of an account. It is the uid, which reveals nothing about the person. */
export function toUserHandle(uid: string): string {
  return Buffer.from(uid).toString('base64url')
}

/**
 * Verifies a new passkey and returns its public key. Throws AppError `passkey_refused`, also when the authenticator did not
 * verify its user.
 */
export async function verifyNewPasskey(
  { log, config }: PasskeyContext,
  credential: Registration,
  challenge: string,
) {
  const { verified, registrationInfo } = await refuseFailure(log, () =>
    verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      ...expectationsOf(config, challenge),
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!verified) throw new AppError('passkey_refused')
  const { credential: found, credentialBackedUp, credentialDeviceType } = registrationInfo
  return {
    credentialId: found.id,
    publicKey: Buffer.from(found.publicKey),
    counter: found.counter,
    transports: credential.response.transports,
    canBackUp: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  }
}

/**
 * Verifies that a passkey has signed a challenge, which is accepted only once, and stores the passkey's counter. Throws AppError
 * `passkey_refused`, also when the authenticator did not verify its user.
 */
export async function provePasskey(
  { db, log, config }: PasskeyContext,
  { id, credentialId, publicKey, counter }: PasskeyRow,
  assertion: Assertion,
  challenge: string,
): Promise<void> {
  const { verified, authenticationInfo: info } = await refuseFailure(log, () =>
    verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      ...expectationsOf(config, challenge),
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    }),
  )
  if (!verified) throw new AppError('passkey_refused')
  const use = {
    counter: info.newCounter,
    canBackUp: info.credentialDeviceType === 'multiDevice',
    isBackedUp: info.credentialBackedUp,
  }
  const expiresAt = new Date(Date.now() + challengeLifetime)
  await db.transaction().execute(async (trx) => {
    const isFirst = await insertUsedChallenge(trx, hashToken(challenge)!, expiresAt)
    if (!isFirst || !(await updatePasskeyUse(trx, id, use))) throw new AppError('passkey_refused')
  })
}

function expectationsOf(config: PasskeyContext['config'], challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: new URL(config.publicUrl).origin,
    expectedRPID: relyingPartyId(config),
    requireUserVerification: true,
  }
}

/**
 * Converts every error of the library to a refusal. The library throws for anything wrong with a response, which is the sender's
 * fault and not a bug.
 */
async function refuseFailure<T>(log: Logger, verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : String(error) }, 'passkey refused')
    throw new AppError('passkey_refused')
  }
}
