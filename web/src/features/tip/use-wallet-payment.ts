import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { useRef, useState } from 'react'
import { createWalletPayment } from '../../../../contract/payments/stripe-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { CallError, hasCode } from '../../lib/calls/call-error.ts'
import { call } from '../../lib/calls/call.ts'
import { retryWithProof } from '../../lib/calls/retry-with-proof.ts'
import { confirmTip, isUnpaid } from './capture-tip.ts'
import type { Captured } from './capture-tip.ts'
import { finishPaidBefore, finishPayment } from './finish-payment.ts'
import { notePayeeGone } from './note-payee-gone.ts'
import { toRequest } from './tip-draft.ts'
import type { TipOrder } from './tip-draft.ts'

export interface WalletPayment {
  /** Returns the tip as entered; undefined if it cannot be paid, and then the tip box shows why. */
  prepare: () => TipOrder | undefined
  onPaid: (captured: Captured, order: TipOrder) => void
  /** Called with whether it is unknown if the wallet has paid. */
  onUnsettled: (isUnsettled: boolean) => void
}

/** What the wallet's buttons were set up with. */
interface Shop {
  stripe: Stripe
  elements: StripeElements
}

/** A payment that Stripe may have taken money for. */
interface OpenPayment {
  paymentId: string
  order: TipOrder
}

/**
 * Returns the callbacks of the wallets' buttons. The payment is opened only when the supporter has confirmed in the wallet, and one at a
 * time: while it is unknown whether one was paid, the buttons ask for it instead of opening another.
 * https://docs.stripe.com/elements/express-checkout-element/accept-a-payment
 */
export function useWalletPayment({ prepare, ...finish }: WalletPayment) {
  const [isCapturing, setIsCapturing] = useState(false)
  const [note, setNote] = useState<string>()
  const ordered = useRef<TipOrder>(undefined)
  const unknown = useRef<OpenPayment>(undefined)
  const isPaying = useRef(false)

  /** Returns whether the wallet may open. It must know within a second, so it makes no request here. */
  function begin(): boolean {
    if (isPaying.current) return false
    setNote(undefined)
    if (unknown.current) {
      void settle(unknown.current)
      return false
    }
    ordered.current = prepare()
    return ordered.current !== undefined
  }

  /** Pays what the supporter has confirmed in the wallet. `refuse` tells the wallet that nothing will be paid. */
  async function pay({ stripe, elements }: Shop, refuse: () => void): Promise<void> {
    const order = ordered.current
    if (!order || isPaying.current) return
    isPaying.current = true
    try {
      const paid = await openPayment(order, elements)
      finish.onUnsettled(true)
      const refusal = await confirmAtStripe({ stripe, elements }, paid)
      if (!refusal || !isDefinite(refusal)) return await settle({ paymentId: paid.paymentId, order })
      finish.onUnsettled(false)
      setNote(refusal.type === 'card_error' ? m.paypal_declined() : m.tip_wallet_failed())
    } catch (error) {
      refuse()
      if (finishPaidBefore(error, order, finish)) return
      if (notePayeeGone(error) || (error instanceof CallError && error.isShown)) return
      setNote(explain(error))
    } finally {
      isPaying.current = false
    }
  }

  function end(): void {
    unknown.current = undefined
    finish.onUnsettled(false)
  }

  /** Asks the server for a payment that Stripe has taken, or may have. */
  async function settle(payment: OpenPayment): Promise<void> {
    const { paymentId, order } = payment
    unknown.current = payment
    setIsCapturing(true)
    try {
      const captured = await confirmTip(paymentId)
      end()
      finishPayment(captured, order, finish)
    } catch (error) {
      if (!isUnpaid(error) && !hasCode(error, 'already_paid')) return setNote(m.tip_wallet_uncertain())
      end()
      if (finishPaidBefore(error, order, finish)) return
      setNote(m.tip_wallet_failed())
    } finally {
      setIsCapturing(false)
    }
  }

  return { begin, pay, isCapturing, note }
}

/** Checks the wallet's data with Stripe and opens the payment. The order of both is Stripe's. */
async function openPayment(order: TipOrder, elements: StripeElements) {
  const { error } = await elements.submit()
  if (error) throw new Error(error.message)
  return retryWithProof((proof) =>
    call(createWalletPayment, { body: toRequest(order, proof) }, { errorsTo: 'caller' }),
  )
}

async function confirmAtStripe(
  { stripe, elements }: Shop,
  { paymentId, clientSecret }: { paymentId: string; clientSecret: string },
): Promise<StripeError | undefined> {
  const return_url = `${window.location.origin}/dashboard/payment-success/${paymentId}`
  const { error } = await stripe.confirmPayment({
    elements,
    clientSecret,
    confirmParams: { return_url },
    redirect: 'if_required',
  })
  return error
}

/** Returns whether Stripe has refused the payment. After any other error it may have been paid. */
function isDefinite({ type }: StripeError): boolean {
  return type === 'card_error' || type === 'validation_error' || type === 'invalid_request_error'
}

function explain(error: unknown): string {
  if (error instanceof CallError && error.kind === 'network') return m.error_network()
  return error instanceof CallError && error.code ? error.message : m.tip_wallet_failed()
}
