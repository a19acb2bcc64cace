/** The request that opens a payment for a tip, for every provider. */
import * as z from 'zod/mini'
import { uid } from './entities.ts'
import { solvedProof } from './proof.ts'
import { tipAmount } from './money.ts'
import { tipMessage, tipName } from './tip.ts'

/** A tip without `GoalUid` is a general tip. */
export const tipRequest = z.object({
  GoalUid: z.nullish(z.uuid()),
  amount: tipAmount,
  name: tipName,
  message: tipMessage,
  ReceipentUID: uid,
  isPrivateMessage: z.boolean(),
  /** The supporter pays the service fee on top of the amount. Goal and alert show the amount alone. */
  coverFee: z.optional(z.boolean()),
  /** Chosen by the page, and new after each paid tip: of the orders with one id, one at most is captured. */
  checkoutId: z.optional(z.uuid()),
  /** The solution of the challenge in an error `proof_required`. */
  proof: z.optional(solvedProof),
})
