import { AppError } from '../../../contract/errors.ts'
import type { SolvedProof } from '../../../contract/proof.ts'
import type { PaymentContext } from './payment-context.ts'
import type { Payer } from './order-limits.ts'

/**
 * After tries that look like a card tester's an order is opened only for a proof, each good for one. Throws AppError
 * `proof_required` with what is to be solved. Where proofs are switched off nobody is asked.
 */
export async function requireProof(
  { orderLimits, tipProof }: PaymentContext,
  payer: Payer & { addressHash: string },
  proof: SolvedProof | undefined,
): Promise<void> {
  if (!orderLimits || !tipProof || !(await orderLimits.isSuspicious(payer))) return
  const { addressHash } = payer
  const isGood =
    proof !== undefined &&
    (await tipProof.isSolved(addressHash, proof)) &&
    (await orderLimits.useProof(proof.challenge.signature))
  if (!isGood) throw new AppError('proof_required', { challenge: await tipProof.ask(addressHash) })
}
