/** What a fan sends to open a payment, by whichever provider. */
import * as z from 'zod/mini'
import { uid } from './entities.ts'
import { solvedProof } from './proof.ts'
import { tipAmount } from './money.ts'
import { tipMessage, tipName } from './tip.ts'

/** Without `GoalUid` it is a general tip. */
export const tipRequest = z.object({
  GoalUid: z.nullish(z.uuid()),
  amount: tipAmount,
  name: tipName,
  message: tipMessage,
  ReceipentUID: uid,
  isPrivateMessage: z.boolean(),
  /** The fan pays the service fee on top of the amount; goal and alert show the amount. */
  coverFee: z.optional(z.boolean()),
  /** What an answer `proof_required` asked for. */
  proof: z.optional(solvedProof),
})
