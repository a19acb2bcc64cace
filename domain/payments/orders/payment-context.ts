/** What payment work needs of the process it runs in. */
import type { Logger } from 'pino'
import type { TipEventJob } from '../../../contract/events.ts'
import type { Db } from '../../../db/connection.ts'
import type { Mode } from '../../../db/schema.ts'
import type { PaypalAccounts } from '../paypal/accounts.ts'
import type { PaypalGateway } from '../paypal/gateway.ts'
import type { TipProof } from '../../security/proof-of-work.ts'
import type { StripeAccounts } from '../stripe/accounts.ts'
import type { StripeGateway } from '../stripe/gateway.ts'
import type { OrderLimits } from './order-limits.ts'

export interface PaypalPayments extends PaypalGateway {
  mode: Mode
  /** Whether PayPal splits the fee off for us; otherwise it is booked as owed. */
  isPartner: boolean
  accounts: PaypalAccounts
}

export interface StripePayments extends StripeGateway {
  mode: Mode
  accounts: StripeAccounts
}

export interface PaymentContext {
  db: Db
  log: Logger
  payments: { paypal?: PaypalPayments | undefined; stripe?: StripePayments | undefined }
  /** Absent where a person compares the books by hand: nobody tries anything then. */
  orderLimits?: OrderLimits | undefined
  /** Absent where proofs are switched off. */
  tipProof?: TipProof | undefined
  /** Hands committed events to the queue; what it misses the relay's sweep finds. */
  publish(jobs: readonly TipEventJob[]): void
}
