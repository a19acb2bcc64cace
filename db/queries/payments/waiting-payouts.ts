/**
 * Payout accounts that receive no tips for a day after they were connected, so that somebody who has stolen a paid creator's
 * account cannot divert tips at once.
 */
import { sql } from 'kysely'
import type { Db, Trx } from '../../connection.ts'
import type { Provider } from '../../schema.ts'
import type { PayoutSnapshot } from '../../payout-tables.ts'
import { deletePayoutAccount, findPayoutAccount } from './payout-accounts.ts'
import type { NewPayoutAccount } from './payout-accounts.ts'

/**
 * Returns whether a payout account has to wait before it receives tips. It has to if its creator has been paid before, unless it is
 * the connected account, or was until a change that can still be undone.
 */
export async function mustWait(
  trx: Trx,
  { uid, provider, payeeId }: Pick<NewPayoutAccount, 'uid' | 'provider' | 'payeeId'>,
): Promise<boolean> {
  const { rows } = await sql<{ mustWait: boolean }>`
    select exists (select from creator_counter where creator_uid = ${uid} and capture_no > 0)
      and not exists (select from payout_account
        where uid = ${uid} and provider = ${provider} and payee_id = ${payeeId})
      and not exists (select from sensitive_change
        where uid = ${uid} and kind = 'payout' and expires_at > now()
          and before ->> 'provider' = ${provider} and before -> 'account' ->> 'payeeId' = ${payeeId})
      as "mustWait"
  `.execute(trx)
  return rows[0]!.mustWait
}

/**
 * Stores an account that has to wait, in place of the one that was waiting. The wait of the same account continues; another account
 * starts a new wait.
 */
export async function saveWaitingPayout(trx: Trx, account: NewPayoutAccount): Promise<void> {
  const { uid, provider, payeeId, email, isReady = false } = account
  const state = { email, isReady, isRestricted: false }
  const { numUpdatedRows } = await trx
    .updateTable('waitingPayoutAccount')
    .set(state)
    .where('uid', '=', uid)
    .where('provider', '=', provider)
    .where('payeeId', '=', payeeId)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await deleteWaitingPayout(trx, uid, provider)
  await trx
    .insertInto('waitingPayoutAccount')
    .values({ uid, provider, payeeId, ...state })
    .execute()
}

/** Finds a creator's waiting payout account at a provider. */
export async function findWaitingPayout(db: Db, uid: string, provider: Provider) {
  return db
    .selectFrom('waitingPayoutAccount')
    .select(['payeeId', 'email', 'isReady', 'isRestricted', 'createdAt', 'takesFrom'])
    .where('uid', '=', uid)
    .where('provider', '=', provider)
    .executeTakeFirst()
}

/** Disconnects a creator's waiting payout account at a provider. */
export async function deleteWaitingPayout(db: Db, uid: string, provider: Provider): Promise<void> {
  await db
    .deleteFrom('waitingPayoutAccount')
    .where('uid', '=', uid)
    .where('provider', '=', provider)
    .execute()
}

/**
 * Connects the accounts whose wait is over, replacing the previous ones. Accounts that are not ready keep waiting. An account
 * that its owner is removing at this moment is locked and therefore skipped.
 */
export async function connectWaitedPayouts(db: Db): Promise<void> {
  await sql`
    with due as (
      delete from waiting_payout_account where (uid, provider) in (
        select uid, provider from waiting_payout_account
        where takes_from <= now() and is_ready
        for update skip locked
      )
      returning uid, provider, payee_id, email
    )
    insert into payout_account (uid, provider, payee_id, email, is_ready)
    select uid, provider, payee_id, email, true from due
    on conflict (uid, provider) do update set
      payee_id = excluded.payee_id, email = excluded.email, is_ready = true, is_restricted = false,
      wallet_domain = null, wallet_tried_at = null
  `.execute(db)
}

/** Returns the accounts that a creator has connected at a provider, so that a change can be undone. */
export async function takePayoutSnapshot(db: Db, uid: string, provider: Provider): Promise<PayoutSnapshot> {
  const account = (await findPayoutAccount(db, uid, provider)) ?? null
  const found = await findWaitingPayout(db, uid, provider)
  const waiting = found && {
    ...found,
    createdAt: found.createdAt.toISOString(),
    takesFrom: found.takesFrom.toISOString(),
  }
  return { provider, account, waiting: waiting ?? null }
}

/** Restores the account that received tips when the snapshot was taken, and disconnects any other. */
export async function restorePayouts(
  trx: Trx,
  uid: string,
  { provider, account }: PayoutSnapshot,
): Promise<void> {
  await deleteWaitingPayout(trx, uid, provider) // must be first: an account whose wait has just ended is already in `payoutAccount`
  await deletePayoutAccount(trx, uid, provider)
  if (account)
    await trx
      .insertInto('payoutAccount')
      .values({ uid, provider, ...account })
      .execute()
}
