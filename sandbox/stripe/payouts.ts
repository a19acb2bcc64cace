/**
 * Makes payouts to a creator's bank: the available balance is paid out once a day, and arrives two working days later.
 * https://docs.stripe.com/payouts, https://docs.stripe.com/api/payouts/object
 */
import { makeId, nowInSeconds } from './ids.ts'
import type { Payout, Store, Transaction } from './store.ts'

const daySeconds = 86_400
const bankDays = 2

/**
 * Pays out the available balance of an account or, with `isEarly`, its whole balance. Returns undefined when there is nothing to
 * pay out.
 */
export function payOut(store: Store, account: string, isEarly = false): Payout | undefined {
  const created = nowInSeconds()
  const held = Object.values(store.transactions).filter(
    (one) =>
      one.account === account &&
      one.type !== 'payout' &&
      one.payoutId === undefined &&
      (isEarly || one.availableOn <= created),
  )
  const amount = held.reduce((sum, one) => sum + netOf(one), 0)
  if (amount <= 0) return undefined
  const { currency } = held[0]!
  const id = makeId('po')
  const transaction: Transaction = {
    id: makeId('txn'),
    account,
    type: 'payout',
    source: id,
    amount: -amount,
    currency,
    exchangeRate: null,
    applicationFee: 0,
    stripeFee: 0,
    created,
    availableOn: created,
    payoutId: id,
  }
  const payout: Payout = {
    id,
    account,
    amount,
    currency,
    created,
    arrivalDate: arrivalOf(created),
    transactionId: transaction.id,
  }
  for (const one of held) one.payoutId = id
  store.transactions[transaction.id] = transaction
  store.payouts[id] = payout
  store.save()
  return payout
}

/** Pays an account out if its last payout was on an earlier day (UTC). */
export function payOutDaily(store: Store, account: string): void {
  const today = Math.floor(nowInSeconds() / daySeconds)
  const isDone = Object.values(store.payouts).some(
    (one) => one.account === account && Math.floor(one.created / daySeconds) === today,
  )
  if (!isDone) payOut(store, account)
}

/** Returns the midnight (UTC) of the second working day after a time. */
function arrivalOf(time: number): number {
  let day = Math.floor(time / daySeconds)
  for (let left = bankDays; left > 0;) {
    day += 1
    if (isWorkday(day)) left -= 1
  }
  return day * daySeconds
}

/** Returns whether a day, counted from 1 January 1970, which was a Thursday, is a working day. */
function isWorkday(day: number): boolean {
  return ![2, 3].includes(day % 7)
}

function netOf({ amount, applicationFee, stripeFee }: Transaction): number {
  return amount - applicationFee - stripeFee
}

/** Returns a payout's status: it is with the bank from the day after it was made, and paid when it arrives. */
export function statusOf({
  created,
  arrivalDate,
  isFailed,
}: Payout): 'pending' | 'in_transit' | 'paid' | 'failed' {
  const now = nowInSeconds()
  if (isFailed) return 'failed'
  if (arrivalDate <= now) return 'paid'
  return Math.floor(now / daySeconds) > Math.floor(created / daySeconds) ? 'in_transit' : 'pending'
}
