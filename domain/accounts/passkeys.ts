/** The passkeys of an account. The server stores their public keys; the authenticator keeps the private ones. */
import { AppError } from '../../contract/errors.ts'
import type { CreationOptions, Passkey, Registration } from '../../contract/accounts/passkey-calls.ts'
import type { PasskeyRow, SensitiveChange } from '../../db/account-tables.ts'
import type { Db, Trx } from '../../db/connection.ts'
import {
  insertPasskey,
  listPasskeys,
  takePasskey,
  updatePasskeyName,
} from '../../db/queries/accounts/passkeys.ts'
import type { AccountRow } from '../../db/schema.ts'
import { getOwnAccount } from './change-password.ts'
import { challengeLifetime, makeChallenge, openChallenge } from './passkey-challenge.ts'
import { recordSensitiveChange } from './sensitive-changes.ts'
import { changeInSession } from './session-changes.ts'
import type { OwnSession } from './sessions.ts'
import { algorithms, relyingPartyId, toUserHandle, verifyNewPasskey } from './verify-passkey.ts'
import type { PasskeyContext } from './verify-passkey.ts'

/** The maximum number of passkeys of an account. */
export const maxPasskeys = 20

/** Lists the passkeys of an account, the oldest first. */
export async function readPasskeys(db: Db, uid: string): Promise<Passkey[]> {
  return (await listPasskeys(db, uid)).map(toPasskey)
}

/**
 * Returns the options that the browser needs to create a passkey, and the sealed challenge for its cookie. The options require a passkey
 * that can be found without an email address (resident key) and an authenticator that verifies its user. They ask for no attestation,
 * because that would reveal the authenticator's model.
 */
export async function startPasskey(
  { db, config }: PasskeyContext,
  { uid, token }: OwnSession,
): Promise<{ options: CreationOptions; sealed: string }> {
  const { email, displayName } = await getOwnAccount(db, uid)
  const { challenge, sealed } = makeChallenge(config.secretsKey, { purpose: 'add', session: { token } })
  const options: CreationOptions = {
    challenge,
    rp: { id: relyingPartyId(config), name: 'Brimful' },
    user: { id: toUserHandle(uid), name: email, displayName },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLifetime,
    attestation: 'none',
    excludeCredentials: (await listPasskeys(db, uid)).map(toDescriptor),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
  return { options, sealed }
}

/**
 * Adds a passkey that the browser created for the challenge in its cookie. Throws AppError `passkey_expired`, `passkey_refused`,
 * `passkeys_full`, or as `changeInSession` does.
 */
export async function addPasskey(
  ctx: PasskeyContext,
  { uid, token }: OwnSession,
  { name, credential, sealed }: { name: string; credential: Registration; sealed: string | undefined },
): Promise<Passkey> {
  const expected = { purpose: 'add', session: { token } } as const
  const challenge = openChallenge(ctx.config.secretsKey, sealed, expected)
  const key = await verifyNewPasskey(ctx, credential, challenge)
  return changeInSession(ctx.db, { uid, token }, async (trx, account) => {
    if ((await listPasskeys(trx, uid)).length >= maxPasskeys) throw new AppError('passkeys_full')
    const row = await insertPasskey(trx, { ...key, uid, name })
    if (!row) throw new AppError('passkey_refused') // the browser has sent the same registration twice
    await record(ctx, trx, account, name, { kind: 'passkey-added', before: { id: row.id } })
    return toPasskey(row)
  })
}

/** Renames a passkey. Throws AppError `not_found`. */
export async function renamePasskey(db: Db, uid: string, id: string, name: string): Promise<void> {
  if (!(await updatePasskeyName(db, uid, id, name))) throw new AppError('not_found')
}

/** Removes a passkey. Throws AppError `not_found`, or as `changeInSession` does. */
export async function removePasskey(ctx: PasskeyContext, session: OwnSession, id: string): Promise<void> {
  await changeInSession(ctx.db, session, async (trx, account) => {
    const before = await takePasskey(trx, session.uid, id)
    if (!before) throw new AppError('not_found')
    await record(ctx, trx, account, before.name, { kind: 'passkey-removed', before })
  })
}

/** Converts a passkey to the descriptor that a browser finds it by. */
export function toDescriptor({ credentialId: id, transports }: PasskeyRow) {
  return { type: 'public-key', id, transports } as const
}

function toPasskey({ id, name, isBackedUp: isSynced, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return {
    id,
    name,
    isSynced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

type PasskeyChange = SensitiveChange & { kind: 'passkey-added' | 'passkey-removed' }

async function record(
  { config: { secretsKey } }: PasskeyContext,
  trx: Trx,
  account: AccountRow,
  passkey: string,
  change: PasskeyChange,
): Promise<void> {
  const { displayName: name } = account
  await recordSensitiveChange({ db: trx, secretsKey }, account, change, (undo) => ({
    kind: change.kind,
    name,
    passkey,
    undo,
  }))
}
