import { CreditCard } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createCheckoutSession } from '../../../../contract/stripe-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { saveCheckout } from './saved-checkout.ts'
import { toRequest } from './tip-order.ts'
import type { TipOrder } from './tip-order.ts'
import { retryWithProof } from './retry-with-proof.ts'

interface CardPaymentProps {
  /** The tip as it stands in the box; undefined when it cannot be paid, which the box then shows. */
  prepare: () => TipOrder | undefined
}

/** Leaves for the card provider's page; what stands in the way is told in the server's words. */
export function CardPayment({ prepare }: CardPaymentProps) {
  const [isOpening, setIsOpening] = useState(false)
  useOnReturn(() => setIsOpening(false))

  async function handleClick() {
    const order = prepare()
    if (!order) return
    setIsOpening(true)
    try {
      const { sessionId, url } = await retryWithProof((proof) =>
        call(createCheckoutSession, { body: toRequest(order, proof) }, { errorsTo: 'caller' }),
      )
      saveCheckout({ sessionId, path: window.location.pathname, order })
      window.location.assign(url)
    } catch (error) {
      setIsOpening(false)
      if (error instanceof CallError && error.isShown) return
      toast.error(error instanceof CallError && error.message ? error.message : m.tip_card_failed())
    }
  }
  return (
    <Button
      kind="dark"
      size="large"
      className="w-full"
      state={isOpening ? 'busy' : 'idle'}
      busyLabel={m.tip_card_opening()}
      onClick={() => void handleClick()}
    >
      <CreditCard aria-hidden className="size-5" />
      {m.tip_card_button()}
    </Button>
  )
}

/** A browser may show the page as it was left, when the fan comes back by its own button. */
function useOnReturn(handleReturn: () => void): void {
  useEffect(() => {
    const handleShow = ({ persisted }: PageTransitionEvent) => persisted && handleReturn()
    window.addEventListener('pageshow', handleShow)
    return () => window.removeEventListener('pageshow', handleShow)
  })
}
