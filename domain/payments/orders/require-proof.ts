import { AppError } from '../../../contract/errors.ts'
import type { SolvedProof } from '../../../contract/proof.ts'
import type { PaymentContext } from './payment-context.ts'
import type { OrderOrigin } from './order-limits.ts'

/**
 * Requires a proof of work for an order when earlier tries look like card testing. Each proof is valid for one order. Throws
 * AppError `proof_required` with a new challenge. Does nothing where proofs are switched off.
 */
export async function requireProof(
  { orderLimits, tipProof }: PaymentContext,
  origin: OrderOrigin & { addressHash: string },
  proof: SolvedProof | undefined,
): Promise<void> {
  if (!orderLimits || !tipProof || !(await orderLimits.isSuspicious(origin))) return
  const { addressHash } = origin
  const isGood =
    proof !== undefined &&
    (await tipProof.isSolved(addressHash, proof)) &&
    (await orderLimits.useProof(proof.challenge.signature))
  if (!isGood) throw new AppError('proof_required', { challenge: await tipProof.ask(addressHash) })
}
