/** Accounts, and the public form of creators. */
import { sql } from 'kysely'
import type { RawBuilder, Updateable } from 'kysely'
import type { Locale } from '../../../contract/locale.ts'
import type { PayoutCurrency } from '../../../contract/money/money.ts'
import type { Db, Trx } from '../../connection.ts'
import { fixedStatement } from '../../fixed-statement.ts'
import type { Given } from '../../fixed-statement.ts'
import type { AccountRow, NewAccount, Schema } from '../../schema.ts'
import { uidOfName } from './former-names.ts'

/**
 * Inserts an account; undefined when its email or user name is taken. Throws the error of the key `account_user_name_key` if the name
 * is held as somebody's former name.
 */
export async function insertAccount(db: Db, account: NewAccount): Promise<AccountRow | undefined> {
  return db
    .insertInto('account')
    .values(account)
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** True for an account whose deletion is not requested or not due yet. Nobody can log in to an account whose deletion is due. */
const isNotDue = sql<boolean>`(deletion_due_at is null or deletion_due_at > now())`

/** Finds an account by email, ignoring case. */
export async function findAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('account')
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where(isNotDue)
    .executeTakeFirst()
}

/** Finds the account that is linked to a Google account. */
export async function findAccountByGoogleId(db: Db, googleId: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('account')
    .selectAll()
    .where('googleId', '=', googleId)
    .where(isNotDue)
    .executeTakeFirst()
}

/** Finds the account of a passkey by its credential's id. */
export async function findAccountByPasskey(db: Db, credentialId: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('account')
    .selectAll()
    .where('uid', '=', (eb) =>
      eb.selectFrom('passkey').select('passkey.uid').where('credentialId', '=', credentialId),
    )
    .where(isNotDue)
    .executeTakeFirst()
}

/** Links an account to a Google account; false when either is already linked. */
export async function linkGoogle(db: Db, uid: string, googleId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ googleId })
    .where('uid', '=', uid)
    .where('googleId', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('account as other').select('other.uid').where('other.googleId', '=', googleId),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Finds an account by uid. */
export async function findAccount(db: Db, uid: string): Promise<AccountRow | undefined> {
  return db.selectFrom('account').selectAll().where('uid', '=', uid).executeTakeFirst()
}

/**
 * Locks an account until the transaction ends, and returns its current row. Every transaction that changes how people log in to
 * an account, or where it is paid, locks the account first, so that such changes run one after another and cannot deadlock. Rows
 * that only reference the account, such as tips, can still be inserted
 * (https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-ROWS).
 */
export async function lockAccount(trx: Trx, uid: string): Promise<AccountRow | undefined> {
  return trx.selectFrom('account').selectAll().where('uid', '=', uid).forNoKeyUpdate().executeTakeFirst()
}

/** Returns the currency that a creator is paid in; undefined if none is chosen. */
export async function findCurrency(db: Db, uid: string): Promise<PayoutCurrency | undefined> {
  const row = await db.selectFrom('account').select('currency').where('uid', '=', uid).executeTakeFirst()
  return row?.currency ?? undefined
}

/** Returns an account's language; English when the account does not exist. */
export async function findLocale(db: Db, uid: string): Promise<Locale> {
  const row = await db.selectFrom('account').select('locale').where('uid', '=', uid).executeTakeFirst()
  return row?.locale ?? 'en'
}

/** Updates columns of an account. */
export async function updateAccount(
  db: Db,
  uid: string,
  change: Updateable<Schema['account']>,
): Promise<void> {
  await db.updateTable('account').set(change).where('uid', '=', uid).execute()
}

/** Finds the uid of a creator who is not suspended by current or former user name in lower case. */
export async function findCreatorUid(db: Db, userName: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .select('uid')
    .where('uid', '=', uidOfName(userName))
    .where('accountType', '=', 1)
    .where('deletionDueAt', 'is', null)
    .where('suspendedAt', 'is', null)
    .executeTakeFirst()
  return row?.uid
}

/** Finds the uid of any account by current or former user name in lower case. */
export async function findUidByUserName(db: Db, userName: string): Promise<string | undefined> {
  const { rows } = await sql<{ uid: string | null }>`select ${uidOfName(userName)} as uid`.execute(db)
  return rows[0]?.uid ?? undefined
}

export type PublicCreatorRow = NonNullable<Awaited<ReturnType<typeof findPublicCreator>>>

/**
 * Returns a creator's public columns, language and tags, the providers whose payout account is ready, and when a waiting one will
 * take tips. `minimumMinor` is the creator's own smallest tip; null: the default. Former names find the creator as well.
 */
export async function findPublicCreator(db: Db, by: { uid: string } | { userName: string }) {
  const [row] = await ('uid' in by ? creatorOfUid(db, by.uid) : creatorOfName(db, by.userName))
  return row
}

const creatorOfUid = publicCreatorBy((uid) => sql`${uid}::uuid`)
const creatorOfName = publicCreatorBy(uidOfName)

function publicCreatorBy(uidOf: (key: string) => RawBuilder<unknown>) {
  return fixedStatement((given: Given<string>, db) =>
    publicCreators(db)
      .select('locale')
      .select((eb) => [
        eb.exists(readyPayout(db, 'paypal')).as('isPaypalReady'),
        eb.exists(readyPayout(db, 'stripe')).as('isStripeReady'),
      ])
      .select(
        sql<Date | null>`(
          select min(takes_from) from waiting_payout_account w where w.uid = account.uid and w.is_ready
        )`.as('waitsUntil'),
      )
      .select((eb) =>
        eb
          .selectFrom('tipRule')
          .select('tipRule.minimumMinor')
          .whereRef('tipRule.creatorUid', '=', 'account.uid')
          .as('minimumMinor'),
      )
      .where(sql<boolean>`account.uid = ${uidOf(given((value) => value))}`),
  )
}

export type SessionUserRow = NonNullable<Awaited<ReturnType<typeof findSessionUser>>>

/** Reads everything about the signed-in user that their own browser receives, in one query. */
export async function findSessionUser(db: Db, uid: string) {
  return db
    .selectFrom('account')
    .leftJoin('notificationPreference as preference', 'preference.uid', 'account.uid')
    .leftJoin('payoutAccount as paypal', (on) =>
      on.onRef('paypal.uid', '=', 'account.uid').on('paypal.provider', '=', 'paypal'),
    )
    .leftJoin('payoutAccount as stripe', (on) =>
      on.onRef('stripe.uid', '=', 'account.uid').on('stripe.provider', '=', 'stripe'),
    )
    .leftJoin('platformConnection as youtube', (on) =>
      on.onRef('youtube.uid', '=', 'account.uid').on('youtube.platform', '=', 'youtube'),
    )
    .leftJoin('platformConnection as twitch', (on) =>
      on.onRef('twitch.uid', '=', 'account.uid').on('twitch.platform', '=', 'twitch'),
    )
    .selectAll('account')
    .select([
      tagNames.as('tagNames'),
      'preference.receiveAllTips',
      'preference.receiveGoalFunded',
      'paypal.payeeId as paypalId',
      'paypal.email as paypalEmail',
      'stripe.payeeId as stripeId',
      'stripe.email as stripeEmail',
      'youtube.email as youtubeEmail',
      'twitch.email as twitchEmail',
    ])
    .where('account.uid', '=', uid)
    .executeTakeFirst()
}

const tagNames = sql<
  string[]
>`array(select tag from creator_tag where creator_uid = account.uid order by tag)`

/** Selects what everybody may see of creators who are not suspended. */
export function publicCreators(db: Db) {
  return db
    .selectFrom('account')
    .select(['uid', 'userName', 'displayName', 'accountType', 'image', 'coverImage', 'bio'])
    .select(['ytUrl', 'twitterUrl', 'instaUrl', 'fbUrl', 'socialLinks', 'isVerified', 'currency'])
    .select(tagNames.as('tagNames'))
    .where('accountType', '=', 1)
    .where('deletionDueAt', 'is', null)
    .where('suspendedAt', 'is', null)
}

function readyPayout(db: Db, provider: 'paypal' | 'stripe') {
  return db
    .selectFrom('payoutAccount')
    .select('payoutAccount.uid')
    .whereRef('payoutAccount.uid', '=', sql.ref('account.uid'))
    .where('provider', '=', provider)
    .where('isReady', '=', true)
}
