/** What payment work needs of the process it runs in. */
import type { Logger } from 'pino'
import type { Db } from '../../db/connection.ts'
import type { Mode } from '../../db/schema.ts'
import type { PaypalGateway } from '../gateways/paypal.ts'

export interface PaypalPayments extends PaypalGateway {
  mode: Mode
  /** Whether PayPal splits the fee off for us; otherwise it is booked as owed. */
  isPartner: boolean
}

export interface PaymentContext {
  db: Db
  log: Logger
  payments: { paypal?: PaypalPayments | undefined }
  /** Hands committed events to the queue; what it misses the relay's sweep finds. */
  publish(eventIds: readonly string[]): void
}
