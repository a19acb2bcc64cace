import type { PayPalButtonElement } from '@paypal/paypal-js/sdk-v6'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CallResponse } from '../../../../contract/call.ts'
import type { Currency } from '../../../../contract/money/money.ts'
import type { getPaypalCheckoutSettings } from '../../../../contract/payments/paypal-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useOnReturn } from '../../lib/use-on-return.ts'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/notes.tsx'
import type { Captured } from './capture-tip.ts'
import { openPaypal } from './load-paypal.ts'
import type { PaypalCallbacks, PaypalSession, PaypalSettings } from './load-paypal.ts'
import { opensWindows } from './opens-windows.ts'
import { PayAreaSkeleton } from './pay-area-skeleton.tsx'
import { PayNote } from './pay-note.tsx'
import { usePaypalPayment } from './use-paypal-payment.ts'
import type { TipOrder } from './tip-draft.ts'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'paypal-button': DetailedHTMLProps<HTMLAttributes<PayPalButtonElement>, PayPalButtonElement>
    }
  }
}

interface PaypalCheckoutProps {
  settings: CallResponse<typeof getPaypalCheckoutSettings>
  /** The currency of the tip. */
  currency: Currency
  prepare: () => TipOrder | undefined
  onPaid: (captured: Captured, order: TipOrder) => void
  onUnsettled: (isUnsettled: boolean) => void
}

/**
 * PayPal's button. A session at PayPal is opened for one seller and currency, and anew after the supporter was on PayPal's page. In the
 * browsers of apps, which open no windows, a button of our own leads to PayPal's page.
 */
export function PaypalCheckout(props: PaypalCheckoutProps) {
  const [attempt, setAttempt] = useState(0)
  const { settings, currency, ...payment } = props
  const handleReload = () => setAttempt((now) => now + 1)
  useOnReturn(handleReload)
  const key = `${settings.merchantId}_${currency}_${attempt}`
  return opensWindows(window.navigator.userAgent) ? (
    <PaypalButton key={key} {...props} onReload={handleReload} />
  ) : (
    <PaypalLink key={key} {...payment} />
  )
}

type Payment = Omit<PaypalCheckoutProps, 'settings' | 'currency'>

function PaypalButton({
  settings,
  currency,
  onReload,
  ...payment
}: PaypalCheckoutProps & { onReload: () => void }) {
  const { pay, approve, handleError, isCapturing, isLeaving, note } = usePaypalPayment(payment)
  const { session, state } = useSession(settings, currency, { onApprove: approve, onError: handleError })
  if (state === 'failed') return <PaypalLink {...payment} />
  if (state === 'not eligible') return <ErrorNote text={m.paypal_failed()} onRetry={onReload} />
  return (
    <div>
      <div className="min-h-13">
        {session ? (
          <paypal-button
            className="paypal-gold block min-h-13 w-full cursor-pointer"
            onClick={() => void pay(session)}
          />
        ) : (
          <PayAreaSkeleton />
        )}
      </div>
      <PayNote text={note} />
      {isCapturing && <LoadingScreen text={m.paypal_capturing()} />}
      {isLeaving && <LoadingScreen text={m.paypal_leaving()} />}
    </div>
  )
}

/**
 * Leads to PayPal's page without PayPal's script, which does not run in the browsers of some apps
 * (https://github.com/woocommerce/woocommerce-paypal-payments/issues/3795).
 */
function PaypalLink(payment: Payment) {
  const { pay, isLeaving, note } = usePaypalPayment(payment)
  return (
    <div>
      <Button
        kind="primary"
        size="large"
        className="w-full"
        isBusy={isLeaving}
        busyLabel={m.paypal_leaving()}
        onClick={() => void pay()}
      >
        {m.tip_paypal_button()}
      </Button>
      <PayNote text={note} />
    </div>
  )
}

/** Opens a session at PayPal, and closes it with the component. */
function useSession(
  { clientId, merchantId, scriptUrl }: PaypalSettings,
  currency: Currency,
  callbacks: PaypalCallbacks,
): { session: PaypalSession | undefined; state: 'opening' | 'open' | 'not eligible' | 'failed' } {
  const [session, setSession] = useState<PaypalSession>()
  const [state, setState] = useState<'opening' | 'open' | 'not eligible' | 'failed'>('opening')
  const onApprove = useEffectEvent(callbacks.onApprove)
  const onError = useEffectEvent(callbacks.onError)
  useEffect(() => {
    let isOver = false
    const opening = openPaypal({ clientId, merchantId, scriptUrl }, currency, {
      onApprove: (data) => onApprove(data),
      onError: (error) => onError(error),
    }).catch((error: unknown) => {
      console.error(error)
      return 'failed' as const
    })
    void opening.then((opened) => {
      if (isOver) return
      setState(opened === 'failed' ? 'failed' : opened ? 'open' : 'not eligible')
      if (opened !== 'failed') setSession(opened)
    })
    return () => {
      isOver = true
      void opening.then((opened) => opened !== 'failed' && opened?.destroy())
    }
  }, [clientId, merchantId, scriptUrl, currency])
  return { session, state }
}
