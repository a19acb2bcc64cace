import type { OnApproveDataOneTimePayments } from '@paypal/paypal-js/sdk-v6'
import { useRef, useState } from 'react'
import type { CallResponse } from '../../../../contract/call.ts'
import { createPaypalOrder } from '../../../../contract/payments/paypal-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { CallError, hasCode } from '../../lib/calls/call-error.ts'
import { call } from '../../lib/calls/call.ts'
import { saveCheckout } from '../../lib/payments/saved-checkout.ts'
import { toast } from '../../lib/toast.ts'
import { captureTip, isOutcomeUnknown } from './capture-tip.ts'
import type { Captured } from './capture-tip.ts'
import { finishPaidBefore, finishPayment } from './finish-payment.ts'
import { isWindowBlocked } from './load-paypal.ts'
import type { PaypalSession } from './load-paypal.ts'
import { notePayeeGone } from './note-payee-gone.ts'
import { toRequest } from './tip-draft.ts'
import type { TipOrder } from './tip-draft.ts'
import { retryWithProof } from '../../lib/calls/retry-with-proof.ts'

interface Payment {
  /** Returns the tip as entered; undefined if it cannot be paid, and then the tip box shows why. */
  prepare: () => TipOrder | undefined
  onPaid: (captured: Captured, order: TipOrder) => void
  /** Called with whether it is unknown if PayPal has taken the money. */
  onUnsettled: (isUnsettled: boolean) => void
}

type Opened = CallResponse<typeof createPaypalOrder>

/** Returns what PayPal's button does. Each failure is shown once, though PayPal's script can report it twice. */
export function usePaypalPayment({ prepare, ...finish }: Payment) {
  const [isCapturing, setIsCapturing] = useState(false)
  const { leave, isLeaving } = useLeave()
  const [note, setNote] = useState<string>()
  const ordered = useRef<TipOrder>(undefined)
  const isReported = useRef(false)

  function report(text: string, error: unknown): void {
    isReported.current = true
    if (notePayeeGone(error) || (error instanceof CallError && error.isShown)) return
    setNote(explain(error, text))
    toast.error(text)
  }

  async function open(order: TipOrder): Promise<Opened> {
    try {
      const opened = await openOrder(order)
      finish.onUnsettled(false) // the server has closed an earlier order of the tip, or would have said that it is paid
      return opened
    } catch (error) {
      if (!finishPaidBefore(error, order, finish)) report(m.paypal_create_failed(), error)
      isReported.current = true
      throw error
    }
  }

  /**
   * Pays in PayPal's window, or on PayPal's page where no window opens or no session is given. The window has to be opened at once: a while after the click
   * browsers block it (https://github.com/paypal-examples/v6-web-sdk-sample-integration, `merchantAsyncValidation`).
   */
  async function pay(session?: PaypalSession): Promise<void> {
    isReported.current = false
    setNote(undefined)
    const order = prepare()
    ordered.current = order
    if (!order) return
    const opening = open(order)
    try {
      if (session) await startInWindow(session, opening)
      else await leave(opening, order)
    } catch (error) {
      if (isWindowBlocked(error)) await leave(opening, order).catch(handleError)
      else handleError(error)
    }
  }

  async function approve({ orderId }: Pick<OnApproveDataOneTimePayments, 'orderId'>): Promise<void> {
    const order = ordered.current
    if (!order) return
    setIsCapturing(true)
    finish.onUnsettled(true)
    try {
      finishPayment(await captureTip(orderId), order, finish)
    } catch (error) {
      finish.onUnsettled(isOutcomeUnknown(error))
      if (finishPaidBefore(error, order, finish)) return
      // the next click opens another order: PayPal's window opens by a click only
      if (hasCode(error, 'instrument_declined')) setNote(m.paypal_declined())
      else report(m.paypal_capture_failed(), error)
    } finally {
      setIsCapturing(false)
    }
  }

  function handleError(error: unknown): void {
    if (!isReported.current && !isWindowBlocked(error)) report(m.paypal_create_failed(), error)
  }

  return { pay, approve, handleError, isCapturing, isLeaving, note }
}

/** Returns a function that goes on to PayPal's page, which leads back to our pages for payments, and whether it is under way. */
function useLeave() {
  const [isLeaving, setIsLeaving] = useState(false)
  async function leave(opening: Promise<Opened>, order: TipOrder): Promise<void> {
    setIsLeaving(true)
    try {
      const { orderId, url } = await opening
      if (url === null) throw new Error('PayPal named no page')
      saveCheckout({ sessionId: orderId, path: window.location.pathname, order })
      window.location.assign(url)
    } catch (error) {
      setIsLeaving(false)
      throw error
    }
  }
  return { leave, isLeaving }
}

async function startInWindow(session: PaypalSession, opening: Promise<Opened>): Promise<void> {
  const order = opening.then(({ orderId }) => ({ orderId }))
  order.catch(() => undefined) // a script that opens no window does not wait for the order
  await session.start({ presentationMode: 'popup' }, order)
}

function openOrder(order: TipOrder): Promise<Opened> {
  return retryWithProof((proof) =>
    call(createPaypalOrder, { body: toRequest(order, proof) }, { errorsTo: 'caller' }),
  )
}

/**
 * Returns the note to show below the button after a failure: the server's reason or, if the outcome is unknown, what the
 * supporter can expect.
 */
function explain(error: unknown, text: string): string | undefined {
  if (text === m.paypal_capture_failed() && isOutcomeUnknown(error)) return m.paypal_uncertain()
  if (error instanceof CallError && error.kind === 'network') return m.error_network()
  if (error instanceof CallError && error.code) return error.message
  return undefined
}
