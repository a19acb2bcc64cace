/** Who may sign up in solo mode: the only creator, and supporters unless the operator forbids it. */
import { AppError } from '../../contract/errors.ts'
import type { Db } from '../../db/connection.ts'
import { findUidByUserName } from '../../db/queries/accounts/accounts.ts'
import type { Solo } from '../config/solo-config.ts'

/** What solo mode decides about an account, so that no form has to. On a platform, nothing. */
export type SoloChoices = { accountType?: 1 | 2; userName?: string; currency?: 'usd' }

/**
 * Returns the choices of who signs up with this address: the creator is who reads the site's mail, until the creator has an account;
 * everybody else is a supporter. Throws AppError `sign_up_closed` if supporters may not sign up.
 */
export async function chooseForSolo(db: Db, solo: Solo | undefined, email: string): Promise<SoloChoices> {
  if (!solo) return {}
  const { userName } = solo
  if (email.toLowerCase() === solo.email && (await findUidByUserName(db, userName)) === undefined)
    return { accountType: 1, userName, currency: 'usd' }
  if (!solo.hasSupporterAccounts) throw new AppError('sign_up_closed')
  return { accountType: 2 }
}

/**
 * Throws AppError `sign_up_closed` if solo mode has no place for this account. It decides also about sign-ups that began under other
 * settings.
 */
export function refuseForSolo(
  solo: Solo | undefined,
  { accountType, userName, email }: { accountType: 1 | 2; userName: string; email: string },
): void {
  if (!solo) return
  const isCreators = userName === solo.userName
  const isPlaced =
    accountType === 1
      ? isCreators && email.toLowerCase() === solo.email
      : !isCreators && solo.hasSupporterAccounts
  if (!isPlaced) throw new AppError('sign_up_closed')
}
