/** The request that opens a payment for a tip, the same for every provider. */
import * as z from 'zod/mini'
import { uid } from '../entities.ts'
import { solvedProof } from '../proof.ts'
import { currency, enteredAmount } from '../money/money.ts'
import { tipMessage, tipName } from './tip.ts'

/** A tip without `GoalUid` is a general tip. */
export const tipRequest = z.object({
  GoalUid: z.nullish(z.uuid()),
  amount: enteredAmount,
  /** Default: the currency that the creator is paid in. */
  currency: z.optional(currency),
  name: tipName,
  message: tipMessage,
  ReceipentUID: uid,
  isPrivateMessage: z.boolean(),
  /** Whether the supporter pays the service fee on top of the amount. Goals and alerts show only the amount. */
  coverFee: z.optional(z.boolean()),
  /** The page chooses this id, and a new one after each paid tip. At most one order with the same id is captured. */
  checkoutId: z.optional(z.uuid()),
  /** The solution of the challenge that came with the error `proof_required`. */
  proof: z.optional(solvedProof),
})
