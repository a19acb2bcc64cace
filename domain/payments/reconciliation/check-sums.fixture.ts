/**
 * Compares the transactions on the stand-ins' accounts with the database, to the minor unit. It reads the stand-ins' records and
 * the database, and uses no code of the product.
 */
import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'
import type { Control } from '../../../sandbox/stand-in.fixture.ts'
import { readPaypal, readPayouts, readStripe } from './standin-records.fixture.ts'
import type { Booked } from './standin-records.fixture.ts'

interface StandIns {
  paypal: Control
  stripe: Control
}

/**
 * A sum in minor units that differs between the stand-in and the database. `what` names the account, currency, day and kind; the
 * account, currency and fee; the account, its currency, day and `settled`; or the account and a payout.
 */
export interface Uneven {
  what: string
  provider: number
  ledger: number
}

/** Returns the sums that differ; empty if the database agrees with the stand-ins. */
export async function checkSums(db: Db, standIns: StandIns): Promise<Uneven[]> {
  const booked = [...(await readPaypal(standIns.paypal)), ...(await readStripe(standIns.stripe))]
  const keyOf = dayFinder(booked)
  const sums = openSums()
  for (const one of booked) {
    const { payeeId, currency, settled } = one
    if (settled) sums.add(`${payeeId} ${settled.currency} ${one.day} settled`, settled.net, 0)
    if (one.isClearing) continue
    sums.add(keyOf(one), one.net, 0)
    sums.add(`${payeeId} ${currency} platform`, one.platform, 0)
    sums.add(`${payeeId} ${currency} fee`, one.fee, 0)
  }
  for (const one of await readLedger(db)) {
    const { payeeId, currency } = one
    sums.add(keyOf(one), 0, Number(one.creator))
    sums.add(`${payeeId} ${currency} platform`, 0, Number(one.platform))
    sums.add(`${payeeId} ${currency} fee`, 0, Number(one.fee))
  }
  for (const { payeeId, currency, day, net } of await readSettled(db))
    sums.add(`${payeeId} ${currency} ${day} settled`, 0, Number(net))
  const nameOf = ({ payeeId, currency, payoutId }: PaidOut) => `${payeeId} ${currency} ${payoutId}`
  for (const one of await readPayouts(standIns.stripe)) sums.add(nameOf(one), one.amount, 0)
  for (const one of await readStoredPayouts(db)) sums.add(nameOf(one), 0, Number(one.amount))
  return sums.uneven()
}

/** Returns what the stand-ins' records say that creators paid to the platform, by provider, without debits that have not cleared. */
export async function sumPlatform(standIns: StandIns) {
  const sum = (booked: Booked[]) =>
    booked.filter(({ isClearing }) => !isClearing).reduce((total, { platform }) => total + platform, 0)
  return { paypal: sum(await readPaypal(standIns.paypal)), stripe: sum(await readStripe(standIns.stripe)) }
}

/** Returns a function that names the sum of a movement: all movements of a kind count for the day of the payment's first one. */
function dayFinder(booked: readonly Booked[]) {
  const dayOf = new Map<string, string>()
  for (const { captureId, kind, day } of booked.toSorted((a, b) => (a.day < b.day ? -1 : 1)))
    if (!dayOf.has(captureId + kind)) dayOf.set(captureId + kind, day)
  return ({
    payeeId,
    captureId,
    currency,
    kind,
  }: Pick<Booked, 'payeeId' | 'captureId' | 'currency' | 'kind'>) =>
    `${payeeId} ${currency} ${dayOf.get(captureId + kind) ?? 'no day'} ${kind}`
}

function openSums() {
  const sums = new Map<string, Uneven>()
  return {
    add(what: string, provider: number, ledger: number): void {
      const sum = sums.get(what) ?? { what, provider: 0, ledger: 0 }
      sums.set(what, { what, provider: sum.provider + provider, ledger: sum.ledger + ledger })
    },
    uneven: () => [...sums.values()].filter(({ provider, ledger }) => provider !== ledger),
  }
}

type LedgerRow = Pick<Booked, 'payeeId' | 'captureId' | 'currency' | 'kind'> &
  Record<'creator' | 'platform' | 'fee', number>

/**
 * Sums the ledger's entries by capture, currency and kind of movement. An owed fee adds nothing to `platform`, what the provider
 * has paid to us: its `platform_fee` entry is balanced by its `fee_owed` entry.
 */
async function readLedger(db: Db): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select o.payee_id, t.capture_id, l.currency,
      case when a.kind is not null then a.kind when l.source_id like 'dispute:%' then 'dispute'
        when l.kind in ('capture', 'fee_set_off', 'provider_fee') then 'payment' else 'refund' end as kind,
      coalesce(sum(l.amount_minor) filter (where l.account = 'creator'), 0) as creator,
      coalesce(sum(l.amount_minor) filter (where l.account in ('platform_fee', 'fee_owed')), 0) as platform,
      coalesce(sum(l.amount_minor) filter (where l.account = 'provider_fee'), 0) as fee
    from ledger_entry l join tip t on t.id = l.tip_id join tip_order o on o.id = t.order_id
    left join adjustment a on a.id = l.movement_id
    group by 1, 2, 3, 4
  `.execute(db)
  return rows
}

/** Sums what reconciliation has stored of the changes of accounts at Stripe, in the currencies of the accounts. */
async function readSettled(db: Db) {
  const { rows } = await sql<{ payeeId: string; currency: string; day: string; net: number }>`
    select payee_id, settled_currency as currency, to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as day,
      sum(settled_minor) as net
    from provider_transaction where provider = 'stripe' group by 1, 2, 3
  `.execute(db)
  return rows
}

type PaidOut = Awaited<ReturnType<typeof readPayouts>>[number]

async function readStoredPayouts(db: Db): Promise<PaidOut[]> {
  const { rows } = await sql<PaidOut>`
    select payee_id, payout_id, currency, amount_minor as amount from payout where provider = 'stripe'
  `.execute(db)
  return rows
}
