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
  /** Returns the tip as entered; undefined when it cannot be paid, and then the tip box shows why. */
  prepare: () => TipOrder | undefined
}

/** Opens the card provider's payment page. A refusal is shown in the server's words. */
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
      isBusy={isOpening}
      busyLabel={m.tip_card_opening()}
      onClick={() => void handleClick()}
    >
      <CreditCard aria-hidden className="size-5" />
      {m.tip_card_button()}
    </Button>
  )
}

/** Calls back when the browser restores this page from its back/forward cache. */
function useOnReturn(handleReturn: () => void): void {
  useEffect(() => {
    const handleShow = ({ persisted }: PageTransitionEvent) => persisted && handleReturn()
    window.addEventListener('pageshow', handleShow)
    return () => window.removeEventListener('pageshow', handleShow)
  })
}
