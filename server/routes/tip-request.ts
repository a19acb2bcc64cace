import type * as z from 'zod/mini'
import type { tipRequest } from '../../contract/tip-request.ts'
import type { Viewer } from '../../domain/accounts/sessions.ts'
import type { TipRequest } from '../../domain/payments/open-order.ts'

/** A fan's request in the words of payment work. */
export function toTipRequest(body: z.output<typeof tipRequest>, viewer: Viewer | undefined): TipRequest {
  return {
    creatorUid: body.ReceipentUID,
    goaluuid: body.GoalUid ?? undefined,
    amountMinor: body.amount,
    name: body.name,
    message: body.message,
    isPrivate: body.isPrivateMessage,
    coversFee: body.coverFee ?? false,
    supporter: viewer,
  }
}
