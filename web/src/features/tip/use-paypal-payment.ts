import { useRef, useState } from 'react'
import { createPaypalOrder } from '../../../../contract/paypal-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { CallError, hasCode } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { toast } from '../../lib/toast.ts'
import { captureTip, isOutcomeUnknown } from './capture-tip.ts'
import type { Captured } from './capture-tip.ts'
import { finishPaidBefore, finishPayment } from './finish-payment.ts'
import { notePayeeGone } from './note-payee-gone.ts'
import { toRequest } from './tip-draft.ts'
import type { TipOrder } from './tip-draft.ts'
import { retryWithProof } from '../../lib/retry-with-proof.ts'

interface Payment {
  /** Returns the tip as entered; undefined if it cannot be paid, in which case the tip box shows why. */
  prepare: () => TipOrder | undefined
  onPaid: (captured: Captured, order: TipOrder) => void
  /** Called with whether it is unknown if PayPal has taken the money. */
  onUnsettled: (isUnsettled: boolean) => void
}

/** Returns the callbacks of PayPal's buttons. Each failure is shown once. */
export function usePaypalPayment({ prepare, ...finish }: Payment) {
  const [isCapturing, setIsCapturing] = useState(false)
  const [note, setNote] = useState<string>()
  const ordered = useRef<TipOrder>(undefined)
  /** How many times the supporter approved the order. */
  const approvals = useRef(0)
  const isReported = useRef(false)

  function report(text: string, error: unknown): void {
    isReported.current = true
    if (notePayeeGone(error) || (error instanceof CallError && error.isShown)) return
    setNote(explain(error, text))
    toast.error(text)
  }

  async function createOrder(): Promise<string> {
    isReported.current = false
    approvals.current = 0
    setNote(undefined)
    ordered.current = prepare()
    if (!ordered.current) {
      isReported.current = true
      throw new Error('The tip cannot be paid as it stands')
    }
    try {
      const orderId = await openOrder(ordered.current)
      finish.onUnsettled(false) // the server has closed an earlier order of the tip, or would have said that it is paid
      return orderId
    } catch (error) {
      isReported.current = finishPaidBefore(error, ordered.current, finish)
      if (!isReported.current) report(m.paypal_create_failed(), error)
      throw error
    }
  }

  async function approve(orderId: string, restart: (() => void) | undefined): Promise<void> {
    const order = ordered.current
    if (!order) return
    setIsCapturing(true)
    finish.onUnsettled(true)
    try {
      finishPayment(await captureTip(orderId, (approvals.current += 1)), order, finish)
    } catch (error) {
      finish.onUnsettled(isOutcomeUnknown(error))
      if (finishPaidBefore(error, order, finish)) return
      if (!hasCode(error, 'instrument_declined') || !restart) return report(m.paypal_capture_failed(), error)
      setNote(m.paypal_declined())
      restart()
    } finally {
      setIsCapturing(false)
    }
  }

  /** Handles errors of PayPal's buttons. They also report the errors of `createOrder`, which are shown already. */
  function handleError(error: unknown): void {
    if (!isReported.current) report(m.paypal_create_failed(), error)
    isReported.current = false
  }

  return { createOrder, approve, handleError, canPay: () => prepare() !== undefined, isCapturing, note }
}

async function openOrder(order: TipOrder): Promise<string> {
  const { orderId } = await retryWithProof((proof) =>
    call(createPaypalOrder, { body: toRequest(order, proof) }, { errorsTo: 'caller' }),
  )
  return orderId
}

/**
 * Returns the note to show below the buttons after a failure: the server's reason or, if the outcome is unknown, what the
 * supporter can expect.
 */
function explain(error: unknown, text: string): string | undefined {
  if (text === m.paypal_capture_failed() && isOutcomeUnknown(error)) return m.paypal_uncertain()
  if (error instanceof CallError && error.kind === 'network') return m.error_network()
  if (error instanceof CallError && error.code) return error.message
  return undefined
}
