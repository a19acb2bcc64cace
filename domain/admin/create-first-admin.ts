/** Makes the first account of an installation, so that one without a mail server has an admin who can log in. */
import { randomBytes } from 'node:crypto'
import * as f from '../../contract/accounts/account-fields.ts'
import { AppError } from '../../contract/errors.ts'
import { payoutCurrency } from '../../contract/money/money.ts'
import { findNameProblem } from '../../contract/accounts/names.ts'
import type { Db } from '../../db/connection.ts'
import { listAdmins } from '../../db/queries/admin/admins.ts'
import { insertSignUp } from '../../db/queries/accounts/sign-ups.ts'
import { signUpLifetime } from '../accounts/sign-up.ts'
import { takeSignUp } from '../accounts/finish-sign-up.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { refuseRacedName } from '../accounts/refuse-raced-name.ts'
import { ConfigError } from '../config/config.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { hashToken, makeToken } from '../security/tokens.ts'
import type { Actor } from './actor.ts'
import { changeInTransaction } from './manage-account.ts'
import { ourCommand } from '../../db/our-command.ts'

export interface FirstAdmin {
  userName: string
  email: string
  /** The payout currency of a creator; without one the account is a supporter's. */
  currency: string | undefined
}

/**
 * Creates an account whose address counts as verified, makes it an admin, and returns its password, which is stored nowhere else.
 * Throws `ConfigError` with one sentence if there is an admin already, or for a name, address or currency that no account can have.
 */
export async function createFirstAdmin(
  ctx: { db: Db; secretsKey: SecretKeys },
  actor: Actor,
  wanted: FirstAdmin,
): Promise<{ userName: string; email: string; password: string }> {
  const [admin] = await listAdmins(ctx.db)
  if (admin)
    throw new ConfigError(
      `There is an admin already: ${admin}. Sign up on the site, then run ${ourCommand('admin', 'grant NAME')}.`,
    )
  const { userName, email, currency } = checkFirstAdmin(wanted)
  const password = randomBytes(15).toString('base64url')
  const signUp = {
    tokenHash: hashToken(makeToken())!,
    email,
    userName,
    currency,
    name: userName,
    displayName: userName,
    isDescribed: true,
    accountType: currency ? (1 as const) : (2 as const),
    passwordHash: await hashPassword(password),
    expiresAt: new Date(Date.now() + signUpLifetime),
  }
  const { db, secretsKey } = ctx
  await db
    .transaction()
    .execute(async (trx) => {
      const { tokenHash } = await insertSignUp(trx, signUp)
      await takeSignUp(trx, tokenHash, { locale: 'en', timeZone: 'UTC' })
      await changeInTransaction({ trx, secretsKey }, actor, { userName, change: 'grant' })
    })
    .catch(refuseRacedName)
    .catch((error: unknown) => explainTaken(error, { userName, email }))
  return { userName, email, password }
}

/** Returns the name, address and currency as an account has them. Throws `ConfigError` with one sentence if no account can. */
export function checkFirstAdmin({ userName: name, email: address, currency: code }: FirstAdmin) {
  const userName = name.toLowerCase().replace(/^@/, '')
  const faults = {
    invalid: 'a name has 3 to 30 letters, digits and underscores',
    reserved: 'the name is reserved',
  }
  const problem = findNameProblem(userName)
  if (problem) throw new ConfigError(`No account can be called ${userName}: ${faults[problem]}.`)
  const email = f.email.safeParse(address).data
  if (!email) throw new ConfigError(`${address} is not an email address.`)
  const currency = code === undefined ? null : payoutCurrency.safeParse(code.toLowerCase()).data
  if (currency === undefined)
    throw new ConfigError(`A creator is paid in ${payoutCurrency.options.join(' or ')}, not in ${code}.`)
  return { userName, email, currency }
}

function explainTaken(error: unknown, { userName, email }: { userName: string; email: string }): never {
  const code = error instanceof AppError ? error.code : undefined
  if (code === 'name_taken') throw new ConfigError(`Somebody has the name ${userName}: choose another one.`)
  if (code === 'email_taken')
    throw new ConfigError(
      `There is an account with ${email}: run ${ourCommand('admin', 'grant NAME')} with its name.`,
    )
  throw error
}
