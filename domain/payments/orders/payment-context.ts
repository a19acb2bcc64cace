/** The services and settings that the payment code needs from the process that runs it. */
import type { Logger } from 'pino'
import { AppError } from '../../../contract/errors.ts'
import type { TipEventJob } from '../../../contract/events.ts'
import type { Db } from '../../../db/connection.ts'
import type { Provider } from '../../../db/schema.ts'
import type { WorkProof } from '../../security/proof-of-work.ts'
import { OutcomeUnknownError } from '../provider/errors.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import type { OrderLimits } from './order-limits.ts'
import type { SecretKeys } from '../../config/secret-keys.ts'

/** The payment providers that are configured, by name. */
export type PaymentProviders = { [Name in Provider]?: PaymentProvider | undefined }

export interface PaymentContext {
  db: Db
  log: Logger
  payments: PaymentProviders
  /** The key that seals emails, and the service fee in per cent of a tip. */
  config: { secretsKey: SecretKeys; serviceFeePercent: number }
  /** Undefined in scripts that the operator runs, because no supporter pays there. */
  orderLimits?: OrderLimits | undefined
  /** Undefined where proofs of work are switched off. */
  workProof?: WorkProof | undefined
  /** Enqueues committed events. If an event is lost, the sweep of the outbox enqueues it a second time. */
  publish(jobs: readonly TipEventJob[]): void
}

/** Makes a call to a provider. Throws AppError `payment_provider` when the provider gave no definite response. */
export async function orUnavailable<T>(
  { log }: PaymentContext,
  details: object,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error
    log.warn({ ...details, reason: error.message }, 'payment provider did not respond')
    throw new AppError('payment_provider')
  }
}
