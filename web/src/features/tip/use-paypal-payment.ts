import { useRef, useState } from 'react'
import { createPaypalOrder } from '../../../../contract/payment-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { CallError, hasCode } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { toast } from '../../lib/toast.ts'
import { captureTip, isOutcomeUnknown } from './capture-tip.ts'
import type { Captured } from './capture-tip.ts'
import { saveTipChoices } from './saved-choices.ts'
import { toRequest } from './tip-order.ts'
import type { TipOrder } from './tip-order.ts'
import { retryWithProof } from './retry-with-proof.ts'

interface Payment {
  /** The tip as it stands in the box; undefined when it cannot be paid, which the box then shows. */
  prepare: () => TipOrder | undefined
  onPaid: (captured: Captured, order: TipOrder) => void
}

/** The steps of a PayPal payment as its buttons ask for them, each failure told once. */
export function usePaypalPayment({ prepare, onPaid }: Payment) {
  const [isCapturing, setIsCapturing] = useState(false)
  const [note, setNote] = useState<string>()
  const ordered = useRef<TipOrder>(undefined)
  const isReported = useRef(false)

  function report(text: string, error: unknown): void {
    isReported.current = true
    if (error instanceof CallError && error.isShown) return
    setNote(explain(error, text))
    toast.error(text)
  }

  async function createOrder(): Promise<string> {
    isReported.current = false
    setNote(undefined)
    ordered.current = prepare()
    if (!ordered.current) {
      isReported.current = true
      throw new Error('The tip cannot be paid as it stands')
    }
    try {
      return await openOrder(ordered.current)
    } catch (error) {
      report(m.paypal_create_failed(), error)
      throw error
    }
  }

  async function approve(orderId: string, restart: (() => void) | undefined): Promise<void> {
    const order = ordered.current
    if (!order) return
    setIsCapturing(true)
    try {
      const captured = await captureTip(orderId)
      saveTipChoices(order)
      onPaid(captured, order)
    } catch (error) {
      if (!hasCode(error, 'instrument_declined') || !restart) return report(m.paypal_capture_failed(), error)
      setNote(m.paypal_declined())
      restart()
    } finally {
      setIsCapturing(false)
    }
  }

  /** The buttons' own failures; those of `createOrder` come back here and have been told. */
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

/** What stands beside the buttons under a failure: the server's reason, or what an unknown outcome means. */
function explain(error: unknown, text: string): string | undefined {
  if (text === m.paypal_capture_failed() && isOutcomeUnknown(error)) return m.paypal_uncertain()
  if (error instanceof CallError && error.kind === 'network') return m.error_network()
  if (error instanceof CallError && error.code) return error.message
  return undefined
}
