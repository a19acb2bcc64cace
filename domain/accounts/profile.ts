/** Changes the profile, the public name, the role and the currency of an account. */
import type { Body } from '../../contract/call.ts'
import { AppError } from '../../contract/errors.ts'
import type { PayoutCurrency } from '../../contract/money/money.ts'
import type { updateProfile as updateProfileCall } from '../../contract/accounts/profile-calls.ts'
import type { Db } from '../../db/connection.ts'
import { findAccount, updateAccount } from '../../db/queries/accounts/accounts.ts'
import { ensureCounter } from '../../db/queries/alerts/alerts.ts'
import {
  hasImports,
  hasMoney,
  lockCounter,
  makeCreator,
  replaceTags,
  setCurrency,
} from '../../db/queries/accounts/profiles.ts'
import { moveMonthEnds } from '../../db/queries/goals/goal-periods.ts'
import { deleteExpiredSignUps, listTakenNames } from '../../db/queries/accounts/sign-ups.ts'
import { refuseDeceivingName, refuseLookAlike } from './deceiving-names.ts'
import { refuseRacedName } from './refuse-raced-name.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { recordSensitiveChange } from './sensitive-changes.ts'
import { changeInSession } from './session-changes.ts'
import type { OwnSession, Viewer } from './sessions.ts'
import { findTimeZone } from './time-zones.ts'

/**
 * Changes a profile, all given fields or none. Undefined fields stay unchanged. Throws AppError `forbidden` when a supporter sets
 * tags, `invalid_input` for an unknown time zone, and as `refuseDeceivingName` does for a new display name.
 */
export async function updateProfile(
  db: Db,
  { uid, accountType }: Viewer,
  { selectedTags, socialLinks, timeZone: zoneName, ...columns }: Body<typeof updateProfileCall>,
): Promise<void> {
  if (selectedTags?.length && accountType !== 1)
    throw new AppError('forbidden', { text: 'error_tags_creators_only' })
  const { displayName } = columns
  if (displayName !== undefined && displayName !== (await findAccount(db, uid))?.displayName)
    await refuseDeceivingName(db, { displayName, field: 'displayName', uid })
  const timeZone = await findTimeZone(db, zoneName)
  if (zoneName !== undefined && timeZone === undefined)
    throw new AppError('invalid_input', { fields: { timeZone: 'invalid_time_zone' } })
  const given = Object.entries({ ...columns, timeZone }).filter(([, value]) => value !== undefined)
  const change = {
    ...Object.fromEntries(given),
    ...(socialLinks && { socialLinks: JSON.stringify(socialLinks) }),
  }
  await db.transaction().execute(async (trx) => {
    if (timeZone !== undefined) await lockCounter(trx, uid)
    if (Object.keys(change).length > 0) await updateAccount(trx, uid, change)
    if (timeZone !== undefined) await moveMonthEnds(trx, uid)
    if (selectedTags) await replaceTags(trx, uid, selectedTags)
  })
}

/**
 * Changes the public name of an account, which holds the one before for a year, and mails the owner a link that brings it back. Throws
 * AppError `name_taken`, or `rate_limited` when the account holds too many former names, or as `changeInSession` does.
 */
export async function changeUserName(
  { db, config: { secretsKey } }: RenameContext,
  session: OwnSession,
  userName: string,
): Promise<void> {
  const { uid } = session
  await deleteExpiredSignUps(db, userName)
  const taken = await listTakenNames(db, [userName], { uid })
  if (taken.has(userName)) throw new AppError('name_taken')
  await refuseLookAlike(db, userName, uid)
  const renaming = changeInSession(db, session, async (trx, account) => {
    if (account.userName === userName) return
    await updateAccount(trx, uid, { userName })
    const change = { kind: 'renamed', before: { userName: account.userName } } as const
    await recordSensitiveChange({ db: trx, secretsKey }, account, change, (undo) => ({
      kind: 'renamed',
      name: account.displayName,
      former: account.userName,
      userName,
      undo,
    }))
  })
  await renaming.catch(refuseRacedName)
}

interface RenameContext {
  db: Db
  config: { secretsKey: SecretKeys }
}

/**
 * Turns a supporter into a creator with this time zone, if it is known, and inserts the creator's counters. An account that is already
 * a creator stays unchanged.
 */
export async function becomeCreator(
  db: Db,
  uid: string,
  { currency, timeZone: zoneName }: { currency: PayoutCurrency; timeZone?: string | undefined },
): Promise<void> {
  const timeZone = await findTimeZone(db, zoneName)
  await db.transaction().execute(async (trx) => {
    if (!(await makeCreator(trx, uid, currency))) return
    await ensureCounter(trx, uid)
    if (timeZone) await updateAccount(trx, uid, { timeZone })
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
