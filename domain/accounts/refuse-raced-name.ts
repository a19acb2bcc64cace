import { AppError } from '../../contract/errors.ts'
import { maxFormerNames } from '../../db/queries/accounts/former-names.ts'

/**
 * Throws AppError `name_taken` if an error of Postgres says that somebody else has, reserves or holds the name, and `rate_limited` if
 * the account holds as many former names as it may. Any other error is thrown unchanged.
 */
export function refuseRacedName(error: unknown): never {
  const { constraint = '' } = error as { constraint?: string }
  if (takenConstraints.includes(constraint)) throw new AppError('name_taken')
  if (constraint !== 'former_name_limit') throw error
  const values = { count: maxFormerNames }
  throw new AppError('rate_limited', { text: { key: 'error_names_held', values } })
}

const takenConstraints = ['account_user_name_key', 'pending_sign_up_user_name_key']
