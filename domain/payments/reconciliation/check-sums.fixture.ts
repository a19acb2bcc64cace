/**
 * Compares the transactions on the stand-ins' accounts with the ledger, to the minor unit. It reads the stand-ins' records and the
 * database, and uses no code of the product.
 */
import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'
import type { Control } from '../../../sandbox/stand-in.fixture.ts'

type Kind = 'payment' | 'refund' | 'dispute'

/**
 * A change of an account's balance in minor units. `platform` is what it paid to the platform, and `fee` what it paid to the
 * provider.
 */
interface Booked {
  payeeId: string
  captureId: string
  kind: Kind
  day: string
  net: number
  platform: number
  fee: number
}

/** A sum that differs between the stand-in and the ledger. `what` names the account, day and kind, or the account and the fee. */
export interface Uneven {
  what: string
  provider: number
  ledger: number
}

/** Returns the sums that differ; empty if the ledger agrees with the stand-ins. */
export async function checkSums(db: Db, standIns: { paypal: Control; stripe: Control }): Promise<Uneven[]> {
  const booked = [...(await readPaypal(standIns.paypal)), ...(await readStripe(standIns.stripe))]
  const rows = await readLedger(db)
  const dayOf = new Map<string, string>()
  for (const { captureId, kind, day } of booked.toSorted((a, b) => (a.day < b.day ? -1 : 1)))
    if (!dayOf.has(captureId + kind)) dayOf.set(captureId + kind, day)
  const keyOf = (payeeId: string, captureId: string, kind: string) =>
    `${payeeId} ${dayOf.get(captureId + kind) ?? 'no day'} ${kind}`

  const sums = new Map<string, Uneven>()
  const add = (what: string, provider: number, ledger: number) => {
    const sum = sums.get(what) ?? { what, provider: 0, ledger: 0 }
    sums.set(what, { what, provider: sum.provider + provider, ledger: sum.ledger + ledger })
  }
  for (const { payeeId, captureId, kind, net, platform, fee } of booked) {
    add(keyOf(payeeId, captureId, kind), net, 0)
    add(`${payeeId} platform`, platform, 0)
    add(`${payeeId} fee`, fee, 0)
  }
  for (const { payeeId, captureId, kind, creator, platform, fee } of rows) {
    add(keyOf(payeeId, captureId, kind), 0, Number(creator))
    add(`${payeeId} platform`, 0, Number(platform))
    add(`${payeeId} fee`, 0, Number(fee))
  }
  return [...sums.values()].filter(({ provider, ledger }) => provider !== ledger)
}

/** Returns what the stand-ins' records say that creators paid to the platform, by provider. */
export async function sumPlatform(standIns: { paypal: Control; stripe: Control }) {
  const sum = (booked: Booked[]) => booked.reduce((total, { platform }) => total + platform, 0)
  return { paypal: sum(await readPaypal(standIns.paypal)), stripe: sum(await readStripe(standIns.stripe)) }
}

interface LedgerRow {
  payeeId: string
  captureId: string
  kind: Kind
  creator: number
  platform: number
  fee: number
}

/**
 * Sums the ledger's entries by capture and kind of movement. An owed fee adds nothing to `platform`, what the provider has paid to
 * us: its `platform_fee` entry is balanced by its `fee_owed` entry.
 */
async function readLedger(db: Db): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select o.payee_id, t.capture_id,
      case when l.source_id like 'dispute:%' then 'dispute'
        when l.kind in ('capture', 'fee_set_off', 'provider_fee') then 'payment' else 'refund' end as kind,
      coalesce(sum(l.amount_minor) filter (where l.account = 'creator'), 0) as creator,
      coalesce(sum(l.amount_minor) filter (where l.account in ('platform_fee', 'fee_owed')), 0) as platform,
      coalesce(sum(l.amount_minor) filter (where l.account = 'provider_fee'), 0) as fee
    from ledger_entry l join tip t on t.id = l.tip_id join tip_order o on o.id = t.order_id
    group by 1, 2, 3
  `.execute(db)
  return rows
}

interface PaypalState {
  transactions: Record<
    string,
    {
      id: string
      payeeId: string
      code: string
      referenceId?: string
      amount: { value: string }
      feeMinor: number
      bookedAt: string
    }
  >
}

async function readPaypal(control: Control): Promise<Booked[]> {
  const { transactions } = await control<PaypalState>('state')
  return Object.values(transactions).map(({ id, payeeId, code, referenceId, amount, feeMinor, bookedAt }) => {
    const minor = Math.round(Number(amount.value) * 100)
    const isPartnerFee = code === 'T0113'
    const kinds: Record<string, Kind> = { T0006: 'payment', T1110: 'dispute', T1111: 'dispute' }
    return {
      payeeId,
      captureId: transactions[referenceId ?? '']?.referenceId ?? referenceId ?? id,
      kind: isPartnerFee && minor < 0 ? 'payment' : (kinds[code] ?? 'refund'),
      day: bookedAt.slice(0, 10),
      net: minor + feeMinor,
      platform: isPartnerFee ? -minor : 0,
      fee: -feeMinor,
    }
  })
}

interface StripeState {
  transactions: Record<
    string,
    {
      account: string
      type: string
      source: string
      amount: number
      applicationFee: number
      stripeFee: number
      created: number
    }
  >
  intents: Record<string, { id: string; chargeId?: string }>
  refunds: Record<string, { intentId: string }>
  disputes: Record<string, { intentId: string }>
}

async function readStripe(control: Control): Promise<Booked[]> {
  const { transactions, intents, refunds, disputes } = await control<StripeState>('state')
  const ofCharge = new Map(Object.values(intents).map(({ id, chargeId }) => [chargeId, id]))
  return Object.values(transactions).flatMap(
    ({ account, source, amount, applicationFee, stripeFee, ...rest }) => {
      const captureId = ofCharge.get(source) ?? refunds[source]?.intentId ?? disputes[source]?.intentId
      if (!captureId) return [] // a payout belongs to no capture
      return {
        payeeId: account,
        captureId,
        kind: kindOf(source in refunds, source in disputes),
        day: new Date(rest.created * 1000).toISOString().slice(0, 10),
        net: amount - applicationFee - stripeFee,
        platform: applicationFee,
        fee: stripeFee,
      }
    },
  )
}

function kindOf(isRefund: boolean, isDispute: boolean): Kind {
  if (isDispute) return 'dispute'
  return isRefund ? 'refund' : 'payment'
}
