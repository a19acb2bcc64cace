/** Unfinished sign-ups; expired ones count as missing, whether their row still exists or not. */
import { sql } from 'kysely'
import type { Db, Trx } from '../../connection.ts'
import type { NewSignUp, SignUpRow } from '../../account-tables.ts'

export async function insertSignUp(db: Db, signUp: NewSignUp): Promise<SignUpRow> {
  return db.insertInto('pendingSignUp').values(signUp).returningAll().executeTakeFirstOrThrow()
}

/** Returns the unexpired sign-up of a token. */
export async function findSignUp(db: Db, tokenHash: Buffer): Promise<SignUpRow | undefined> {
  return living(db, tokenHash).executeTakeFirst()
}

/** Returns the unexpired sign-up of a token, locked until the transaction ends. */
export async function lockSignUp(trx: Trx, tokenHash: Buffer): Promise<SignUpRow | undefined> {
  return living(trx, tokenHash).forUpdate().executeTakeFirst()
}

/** The answers of the sign-up wizard that one step stores. */
export type SignUpChoice = Partial<
  Pick<SignUpRow, 'accountType' | 'currency' | 'userName' | 'image' | 'displayName' | 'bio' | 'isDescribed'>
>

/** Stores an answer of the wizard; undefined when the sign-up has expired. */
export async function updateSignUp(db: Db, tokenHash: Buffer, choice: SignUpChoice) {
  return db
    .updateTable('pendingSignUp')
    .set(choice)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()
}

/** Replaces the code of a sign-up. */
export async function setSignUpCode(trx: Trx, tokenHash: Buffer, codeMac: Buffer): Promise<SignUpRow> {
  return trx
    .updateTable('pendingSignUp')
    .set({ codeMac, codeAttempts: 0, codeSentAt: sql<Date>`now()` })
    .where('tokenHash', '=', tokenHash)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Counts an attempt and returns the stored code; undefined when no attempts are left or the code has expired. */
export async function takeCodeAttempt(
  db: Db,
  tokenHash: Buffer,
  rules: { attempts: number; minutes: number },
): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('pendingSignUp')
    .set({ codeAttempts: sql<number>`code_attempts + 1` })
    .where('tokenHash', '=', tokenHash)
    .where('codeAttempts', '<', rules.attempts)
    .where('codeSentAt', '>', sql<Date>`now() - ${rules.minutes} * interval '1 minute'`)
    .returning('codeMac')
    .executeTakeFirst()
  return row?.codeMac ?? undefined
}

export async function deleteSignUp(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('pendingSignUp').where('tokenHash', '=', tokenHash).execute()
}

/** Deletes the sign-up that reserves a name, no matter which browser has begun it. */
export async function deleteSignUpOf(db: Db, userName: string): Promise<void> {
  await db.deleteFrom('pendingSignUp').where('userName', '=', userName).execute()
}

/** Deletes expired sign-ups: all of them, or the one that reserves a name. */
export async function deleteExpiredSignUps(db: Db, userName?: string): Promise<void> {
  await db
    .deleteFrom('pendingSignUp')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .$if(userName !== undefined, (query) => query.where('userName', '=', userName ?? ''))
    .execute()
}

/** Who wants a name: a sign-up by its token, or an account. */
export interface NameWish {
  tokenHash?: Buffer | undefined
  uid?: string | undefined
}

/**
 * Lists which of these names belong to an account, are held as somebody's former name, or are reserved by another unexpired sign-up.
 * An account's own former names are not taken for it.
 */
export async function listTakenNames(
  db: Db,
  names: readonly string[],
  { tokenHash, uid }: NameWish = {},
): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const { rows } = await sql<{ userName: string }>`
    select user_name from account where user_name = any(${names}::text[])
    union
    select user_name from pending_sign_up
    where user_name = any(${names}::text[]) and expires_at > now()
      and token_hash is distinct from ${tokenHash ?? null}::bytea
    union
    select wanted.name from unnest(${names}::text[]) wanted (name)
    join former_name f on f.digest = sha256(convert_to(wanted.name, 'UTF8'))
    where f.held_until > now() and (f.uid = ${uid ?? null}::uuid) is not true
  `.execute(db)
  return new Set(rows.map(({ userName }) => userName))
}

function living(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('pendingSignUp')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
}
