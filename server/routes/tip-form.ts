/** Opens payments for browsers that run no scripts: the tip box is a form, and its response leads to the provider's page. */
import express from 'express'
import type { Request, RequestHandler } from 'express'
import type * as z from 'zod/mini'
import { AppError } from '../../contract/errors.ts'
import { standardLimits } from '../../contract/input-limits.ts'
import { currency, toEnteredAmount } from '../../contract/money/money.ts'
import type { Currency } from '../../contract/money/money.ts'
import { paidPath, tipForm } from '../../contract/payments/tip-form.ts'
import { anonymousName } from '../../contract/payments/tip.ts'
import { tipRequest } from '../../contract/payments/tip-request.ts'
import { readTypedAmount } from '../../contract/money/typed-amount.ts'
import { AlreadyPaidError } from '../../domain/payments/orders/close-siblings.ts'
import { findFormCheckout } from '../../domain/payments/orders/form-checkout.ts'
import { openOrder } from '../../domain/payments/orders/open-order.ts'
import type { TipRequest } from '../../domain/payments/orders/open-order.ts'
import type { AppContext } from '../context.ts'
import { toTipRequest } from './tip-request.ts'
import { rejectCrossSite } from '../http/cross-site.ts'
import { parse } from '../http/handle.ts'
import { readViewer, viewerOf } from '../http/viewer.ts'

/** More than the form has (`tipForm`). */
const maxFields = 20

/** Returns the handlers of the form's path. The limits are those of the calls that scripts make. */
export function openPayment(ctx: AppContext): RequestHandler[] {
  const { publicUrl } = ctx.config
  return [
    rejectCrossSite(publicUrl),
    express.urlencoded({ extended: false, limit: standardLimits.bytes, parameterLimit: maxFields }),
    readViewer(ctx.db, publicUrl),
    async (req, res) => {
      const { provider } = parse(tipForm, req.body)
      const tip = toTipRequest(ctx, { body: readTip(req), viewer: viewerOf(res), req })
      const userAgent = req.get('user-agent') ?? ''
      const checkoutId = await findFormCheckout(ctx.db, ctx.config.sessionSecret, { tip, userAgent })
      const address = await findPaymentPage(ctx, provider, { ...tip, checkoutId })
      res.setHeader('Cache-Control', 'no-store')
      res.redirect(303, address)
    },
  ]
}

/** Opens the payment and returns the address of the provider's page, or of ours if the tip is paid already. */
async function findPaymentPage(
  ctx: AppContext,
  provider: z.output<typeof tipForm>['provider'],
  tip: TipRequest,
): Promise<string> {
  const { publicUrl } = ctx.config
  try {
    const { paymentUrl } = await openOrder(ctx, provider, tip)
    if (paymentUrl === null) throw new AppError('payment_provider')
    return paymentUrl
  } catch (error) {
    // without the payment's id: somebody else who sends the same words from the same network must not get its receipt
    if (error instanceof AlreadyPaidError) return `${publicUrl}${paidPath('paid')}`
    throw explain(error)
  }
}

/** Reads the tip as the calls that scripts make would send it. */
function readTip({ body }: Request) {
  const form = parse(tipForm, body)
  const of = parse(currency, form.currency)
  return parse(tipRequest, {
    ReceipentUID: form.creator,
    GoalUid: form.goal || null,
    amount: readAmount(form.amount, of),
    currency: of,
    name: form.isAnonymous ? anonymousName : form.name,
    message: form.message.replaceAll('\r\n', '\n'), // forms send line breaks so
    isPrivateMessage: form.isPrivate !== undefined,
    coverFee: form.coversFee !== undefined,
  })
}

/** Returns the typed amount as a tip's request has it. */
function readAmount(typed: string, of: Currency): number {
  const read = readTypedAmount(typed, of)
  if ('fault' in read)
    throw new AppError('invalid_amount', { text: read.fault, fields: { amount: read.fault } })
  return toEnteredAmount(read.minor, of)
}

/** A form cannot prove work, so the page tells the supporter what else to do. */
function explain(error: unknown): unknown {
  return error instanceof AppError && error.code === 'proof_required'
    ? new AppError('scripts_required')
    : error
}
