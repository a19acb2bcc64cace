/** Changes the profile, the public name, the role and the currency of an account. */
import type { Body } from '../../contract/call.ts'
import { AppError } from '../../contract/errors.ts'
import type { PayoutCurrency } from '../../contract/money.ts'
import type { updateProfile as updateProfileCall } from '../../contract/profile-calls.ts'
import type { Db } from '../../db/connection.ts'
import { updateAccount } from '../../db/queries/accounts.ts'
import { ensureCounter } from '../../db/queries/alerts.ts'
import {
  hasImports,
  hasMoney,
  lockCounter,
  makeCreator,
  replaceTags,
  setCurrency,
} from '../../db/queries/profiles.ts'
import { deleteExpiredSignUps, listTakenNames } from '../../db/queries/sign-ups.ts'
import type { AccountLimits } from './account-limits.ts'
import type { Viewer } from './sessions.ts'

/**
 * Changes a profile, all given fields or none. Undefined fields stay unchanged. Throws AppError `forbidden` when a supporter sets
 * tags.
 */
export async function updateProfile(
  db: Db,
  { uid, accountType }: Viewer,
  { selectedTags, socialLinks, ...columns }: Body<typeof updateProfileCall>,
): Promise<void> {
  if (selectedTags?.length && accountType !== 1)
    throw new AppError('forbidden', { text: 'error_tags_creators_only' })
  const said = Object.entries(columns).filter(([, value]) => value !== undefined)
  const change = {
    ...Object.fromEntries(said),
    ...(socialLinks && { socialLinks: JSON.stringify(socialLinks) }),
  }
  await db.transaction().execute(async (trx) => {
    if (Object.keys(change).length > 0) await updateAccount(trx, uid, change)
    if (selectedTags) await replaceTags(trx, uid, selectedTags)
  })
}

/** Changes the public name of an account. Throws AppError `name_taken` or `rate_limited`. */
export async function changeUserName(
  { db, accountLimits }: { db: Db; accountLimits: AccountLimits },
  { uid, userName: oldName }: Viewer,
  userName: string,
): Promise<void> {
  if (userName === oldName) return
  await accountLimits.takeRename(uid)
  await deleteExpiredSignUps(db, userName)
  const taken = await listTakenNames(db, [userName])
  if (taken.has(userName)) throw new AppError('name_taken')
  await updateAccount(db, uid, { userName }).catch(refuseRacedName)
}

/**
 * Throws AppError `name_taken` if the error says that somebody else has taken the name since it was checked; any other error is
 * thrown unchanged.
 */
function refuseRacedName(error: unknown): never {
  const isRaced = (error as { constraint?: string }).constraint === 'account_user_name_key'
  throw isRaced ? new AppError('name_taken') : error
}

/** Turns a supporter into a creator and inserts the creator's counters. An account that is already a creator stays unchanged. */
export async function becomeCreator(db: Db, uid: string, currency: PayoutCurrency): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await makeCreator(trx, uid, currency)) await ensureCounter(trx, uid)
  })
}

/**
 * Changes a creator's payout currency. Throws AppError `currency_fixed` after the first payment, while a payment is open, and while
 * tips are imported.
 */
export async function changeCurrency(db: Db, uid: string, currency: PayoutCurrency): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockCounter(trx, uid)
    const { isIn, isComing } = await hasMoney(trx, uid)
    if (isIn) throw new AppError('currency_fixed')
    if (isComing) throw new AppError('currency_fixed', { text: 'error_currency_payment_open' })
    if (await hasImports(trx, uid)) throw new AppError('currency_fixed', { text: 'error_currency_imported' })
    await setCurrency(trx, uid, currency)
  })
}
