/** Unfinished sign-ups. The answers are stored for a day, and only a browser with the sign-up's token can read or change them. */
import { AppError } from '../../contract/errors.ts'
import type { PayoutCurrency } from '../../contract/money/money.ts'
import { findNameProblem, suggestNames } from '../../contract/accounts/names.ts'
import type { CreatorOrSupporter } from '../../contract/accounts/sign-up-calls.ts'
import type { Db } from '../../db/connection.ts'
import {
  deleteExpiredSignUps,
  deleteSignUp,
  deleteSignUpOf,
  findSignUp,
  insertSignUp,
  listTakenNames,
  lockSignUp,
  updateSignUp,
} from '../../db/queries/accounts/sign-ups.ts'
import type { NameWish, SignUpChoice } from '../../db/queries/accounts/sign-ups.ts'
import type { NewSignUp, SignUpRow } from '../../db/account-tables.ts'
import * as f from '../../contract/accounts/account-fields.ts'
import { refuseDeceivingName, refuseLookAlike } from './deceiving-names.ts'
import type { GooglePerson } from './google-identity.ts'
import type { Solo } from '../config/solo-config.ts'
import { refuseRacedName } from './refuse-raced-name.ts'
import { chooseForSolo } from './solo-sign-up.ts'
import type { SoloChoices } from './solo-sign-up.ts'
import { refuseWeakPassword } from './password-strength.ts'
import { hashPassword } from './passwords.ts'
import { hashToken, makeToken } from '../security/tokens.ts'

export const signUpLifetime = 24 * 60 * 60_000

export interface SignUpStart {
  email: string
  username: string
  password: string
  /** The token of the browser's previous sign-up. The new sign-up keeps its answers. */
  before: string | undefined
}

/**
 * Starts a sign-up and returns its token. It does not check whether the address has an account: only the email that follows reveals
 * that. Throws AppError `invalid_input` for a weak password, and as `chooseForSolo` does.
 */
export async function startSignUp(
  { db, config: { solo } }: { db: Db; config: { solo: Solo | undefined } },
  { email, username, password, before }: SignUpStart,
): Promise<{ token: string; row: SignUpRow }> {
  const decided = await chooseForSolo(db, solo, email)
  refuseWeakPassword(password, [email, username])
  const passwordHash = await hashPassword(password)
  const token = await replaceSignUp(db, before, { email, passwordHash, name: username, ...decided })
  return { token, row: await getSignUpByToken(db, token) }
}

/**
 * Starts the sign-up of a person whose email address Google has verified, and returns its token. Keeps the answers of the
 * browser's previous sign-up. Throws AppError as `chooseForSolo` does.
 */
export async function startGoogleSignUp(
  { db, config: { solo } }: { db: Db; config: { solo: Solo | undefined } },
  { googleId, email, name }: GooglePerson,
  before: string | undefined,
): Promise<string> {
  const decided = await chooseForSolo(db, solo, email)
  const [local = ''] = email.split('@')
  const displayName = f.displayName.safeParse(name.slice(0, 50)).data ?? local.slice(0, 50)
  return replaceSignUp(db, before, { email, googleId, name: displayName, ...decided })
}

/** Replaces the browser's sign-up with a new one that has the same answers and a new token. */
async function replaceSignUp(
  db: Db,
  before: string | undefined,
  who: Pick<NewSignUp, 'email' | 'name' | 'passwordHash' | 'googleId'> & SoloChoices,
): Promise<string> {
  const token = makeToken()
  await db.transaction().execute(async (trx) => {
    const old = before ? hashToken(before) : undefined
    const chosen = old && (await lockSignUp(trx, old))
    if (old) await deleteSignUp(trx, old)
    // An earlier sign-up of solo mode's creator, or of somebody who gets no code, must not reserve the name for a day.
    if (who.userName) await deleteSignUpOf(trx, who.userName)
    await insertSignUp(trx, {
      ...(chosen && choicesOf(chosen)),
      ...who,
      tokenHash: hashToken(token)!,
      displayName: chosen?.isDescribed ? chosen.displayName : who.name,
      expiresAt: new Date(Date.now() + signUpLifetime),
    })
  })
  return token
}

function choicesOf({ accountType, currency, userName, image, bio, isDescribed }: SignUpRow) {
  return { accountType, currency, userName, image, bio, isDescribed }
}

/** Returns the unexpired sign-up of a token, if there is one. */
export async function findSignUpByToken(db: Db, token: string | undefined): Promise<SignUpRow | undefined> {
  const hash = token ? hashToken(token) : undefined
  return hash && findSignUp(db, hash)
}

/** Returns the unexpired sign-up of a token. Throws AppError `sign_up_expired`. */
export async function getSignUpByToken(db: Db, token: string | undefined): Promise<SignUpRow> {
  const row = await findSignUpByToken(db, token)
  if (!row) throw new AppError('sign_up_expired')
  return row
}

/**
 * Stores the chosen role. For a creator, the currency is usd unless another was chosen. Throws AppError `sign_up_closed` for another role
 * than the one that solo mode has decided.
 */
export async function chooseRole(
  { db, config: { solo } }: { db: Db; config: { solo: Solo | undefined } },
  signUp: SignUpRow,
  role: CreatorOrSupporter,
  currency: PayoutCurrency | undefined,
): Promise<SignUpRow> {
  const isCreator = role === 'creator'
  if (solo && signUp.accountType !== (isCreator ? 1 : 2)) throw new AppError('sign_up_closed')
  return keep(db, signUp, {
    accountType: isCreator ? 1 : 2,
    currency: isCreator ? (currency ?? signUp.currency ?? 'usd') : null,
  })
}

/** Reserves a public name. Throws AppError `name_taken`, also for the name that solo mode keeps for its creator. */
export async function claimName(
  { db, config: { solo } }: { db: Db; config: { solo: Solo | undefined } },
  signUp: SignUpRow,
  userName: string,
): Promise<SignUpRow> {
  if (solo && (signUp.accountType === 1) !== (userName === solo.userName)) throw new AppError('name_taken')
  await deleteExpiredSignUps(db, userName)
  const taken = await listTakenNames(db, [userName], { tokenHash: signUp.tokenHash })
  if (taken.has(userName)) throw new AppError('name_taken')
  await refuseLookAlike(db, userName)
  return keep(db, signUp, { userName }).catch(refuseRacedName)
}

/** Stores the public display name and bio. Throws as `refuseDeceivingName` does. */
export async function describe(
  db: Db,
  signUp: SignUpRow,
  displayName: string,
  bio: string,
): Promise<SignUpRow> {
  await refuseDeceivingName(db, { displayName, field: 'DisplayName' })
  return keep(db, signUp, { displayName, bio, isDescribed: true })
}

const suggestionCount = 3

/** Returns whether who wants a name can take it; if not, suggests similar free names. */
export async function judgeName(db: Db, name: string, own: NameWish) {
  const fault = findNameProblem(name)
  const candidates = suggestNames(name)
  const taken = await listTakenNames(db, fault ? candidates : [name, ...candidates], own)
  const reason = fault ?? (taken.has(name) ? ('taken' as const) : null)
  const free = candidates.filter((candidate) => candidate !== name && !taken.has(candidate))
  return {
    name,
    isAvailable: reason === null,
    reason,
    suggestions: reason ? free.slice(0, suggestionCount) : [],
  }
}

async function keep(db: Db, signUp: SignUpRow, choice: SignUpChoice): Promise<SignUpRow> {
  const row = await updateSignUp(db, signUp.tokenHash, choice)
  if (!row) throw new AppError('sign_up_expired')
  return row
}
