import type { Request } from 'express'
import type * as z from 'zod/mini'
import type { tipRequest } from '../../contract/payments/tip-request.ts'
import { fromEnteredAmount } from '../../contract/money/money.ts'
import type { Viewer } from '../../domain/accounts/sessions.ts'
import { hashAddress } from '../../domain/security/address-hash.ts'
import type { TipRequest } from '../../domain/payments/orders/open-order.ts'
import type { AppContext } from '../context.ts'

interface TipRequestCall {
  body: z.output<typeof tipRequest>
  viewer: Viewer | undefined
  req: Request
}

/** Converts the body of a tip request, with the names that the specification fixes, to a TipRequest. */
export function toTipRequest({ config }: AppContext, { body, viewer, req }: TipRequestCall): TipRequest {
  return {
    creatorUid: body.ReceipentUID,
    goalId: body.GoalUid ?? undefined,
    amountMinor: fromEnteredAmount(body.amount, body.currency),
    currency: body.currency,
    name: body.name,
    message: body.message,
    isPrivate: body.isPrivateMessage,
    coversFee: body.coverFee ?? false,
    supporter: viewer,
    checkoutId: body.checkoutId,
    proof: body.proof,
    ...hashAddress(config.sessionSecret, req.ip ?? ''),
  }
}
