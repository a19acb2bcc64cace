import type { SolvedProof } from '../../../../contract/proof.ts'

/** A tip that is ready to be paid, whichever way. */
export interface TipOrder {
  creatorUid: string
  goalUid: string | null
  amountMinor: number
  name: string
  message: string
  isPrivate: boolean
  isAnonymous: boolean
  /** The fan pays the service fee on top of the amount. */
  coversFee: boolean
}

/** The tip as the calls that open a payment take it. */
export function toRequest(order: TipOrder, proof?: SolvedProof) {
  return {
    GoalUid: order.goalUid,
    amount: order.amountMinor,
    name: order.name,
    message: order.message,
    ReceipentUID: order.creatorUid,
    isPrivateMessage: order.isPrivate,
    coverFee: order.coversFee,
    ...(proof && { proof }),
  }
}
