import type { SolvedProof } from '../../../../contract/proof.ts'

/** A tip that is ready to be paid with any method. */
export interface TipOrder {
  creatorId: string
  goalId: string | null
  amountMinor: number
  name: string
  message: string
  isPrivate: boolean
  isAnonymous: boolean
  /** Whether the supporter pays the service fee on top of the amount. */
  coversFee: boolean
}

/** Converts a tip to the body of the calls that open a payment. */
export function toRequest(order: TipOrder, proof?: SolvedProof) {
  return {
    GoalUid: order.goalId,
    amount: order.amountMinor,
    name: order.name,
    message: order.message,
    ReceipentUID: order.creatorId,
    isPrivateMessage: order.isPrivate,
    coverFee: order.coversFee,
    ...(proof && { proof }),
  }
}
