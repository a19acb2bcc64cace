import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from '@paypal/react-paypal-js'
import { useState } from 'react'
import type { CallResponse } from '../../../../contract/call.ts'
import type { Currency } from '../../../../contract/money.ts'
import type { getPaypalCheckoutSettings } from '../../../../contract/paypal-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { ErrorNote } from '../../ui/notes.tsx'
import type { Captured } from './capture-tip.ts'
import { PayAreaSkeleton } from './pay-area-skeleton.tsx'
import { PayNote } from './pay-note.tsx'
import { usePaypalPayment } from './use-paypal-payment.ts'
import type { TipOrder } from './tip-draft.ts'

interface PaypalCheckoutProps {
  settings: CallResponse<typeof getPaypalCheckoutSettings>
  /** The currency of the tip. */
  currency: Currency
  prepare: () => TipOrder | undefined
  onPaid: (captured: Captured, order: TipOrder) => void
  onUnsettled: (isUnsettled: boolean) => void
}

/** PayPal's button. Its script is loaded for one seller and currency, so each creator needs another script. */
export function PaypalCheckout({ settings, currency, ...payment }: PaypalCheckoutProps) {
  const [attempt, setAttempt] = useState(0)
  const { clientId, merchantId, sdkBaseUrl } = settings
  const script = `paypal_${merchantId}_${currency}`
  return (
    <PayPalScriptProvider
      key={`${script}_${attempt}`}
      options={{
        clientId,
        merchantId,
        currency: currency.toUpperCase(),
        intent: 'capture',
        components: 'buttons',
        dataNamespace: script,
        ...(sdkBaseUrl ? { sdkBaseUrl } : {}),
      }}
    >
      <Buttons {...payment} onReload={() => setAttempt(attempt + 1)} />
    </PayPalScriptProvider>
  )
}

interface ButtonsProps extends Omit<PaypalCheckoutProps, 'settings' | 'currency'> {
  onReload: () => void
}

function Buttons({ onReload, ...payment }: ButtonsProps) {
  const [{ isPending, isRejected }] = usePayPalScriptReducer()
  const { createOrder, approve, handleError, canPay, isCapturing, note } = usePaypalPayment(payment)
  if (isRejected) return <ErrorNote text={m.paypal_failed()} onRetry={onReload} />
  return (
    <div>
      {/* The button can appear seconds after its script has loaded (https://github.com/paypal/react-paypal-js/issues/86). */}
      <div className="min-h-13">
        {isPending && <PayAreaSkeleton />}
        <PayPalButtons
          fundingSource="paypal"
          style={{
            layout: 'vertical',
            shape: 'pill',
            color: 'gold',
            height: 52,
            label: 'paypal',
            disableMaxWidth: true,
          }}
          onClick={(_, actions) => (canPay() ? actions.resolve() : actions.reject())}
          createOrder={createOrder}
          onApprove={({ orderID }, { restart }) => approve(orderID, restart)}
          onError={handleError}
        />
      </div>
      <PayNote text={note} />
      {isCapturing && <LoadingScreen text={m.paypal_capturing()} />}
    </div>
  )
}
