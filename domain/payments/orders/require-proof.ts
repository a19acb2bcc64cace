import { AppError } from '../../../contract/errors.ts'
import type { SolvedProof } from '../../../contract/proof.ts'
import { isKnownSupporter } from '../../../db/queries/security/known-supporters.ts'
import type { OrderCount, OrderLimits, OrderOrigin } from './order-limits.ts'
import type { PaymentContext } from './payment-context.ts'

/**
 * Requires a proof of work for an order when earlier attempts look like card testing, and when too many orders for the creator were
 * opened and not paid. In the second case, known supporters need none. Each proof is valid for one order. Throws AppError
 * `proof_required` with a new challenge; if no proof was sent, the order's count is given back. Does nothing where proofs are
 * switched off.
 */
export async function requireProof(
  ctx: PaymentContext,
  origin: OrderOrigin & { addressHash: string; formerAddressHashes: readonly string[] },
  proof: SolvedProof | undefined,
  count: OrderCount | undefined,
): Promise<void> {
  const { orderLimits, workProof } = ctx
  const work = orderLimits && workProof && (await workOf(ctx, orderLimits, origin))
  if (!work) return
  const { addressHash, formerAddressHashes } = origin
  const isGood =
    proof !== undefined &&
    (await workProof.isSolved([addressHash, ...formerAddressHashes], proof)) &&
    (await orderLimits.useProof(proof.challenge.signature))
  if (isGood) return
  if (!proof) await count?.giveBack()
  throw new AppError('proof_required', { challenge: await workProof.ask(addressHash, work) })
}

async function workOf({ db }: PaymentContext, limits: OrderLimits, origin: OrderOrigin): Promise<number> {
  const work = await limits.workFor(origin.creatorUid)
  if (await limits.isSuspicious(origin)) return work || 1
  const isKnown =
    work > 0 && origin.supporterUid !== null && (await isKnownSupporter(db, origin.supporterUid))
  return isKnown ? 0 : work
}
