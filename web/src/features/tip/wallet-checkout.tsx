import type { StripeElements, StripeExpressCheckoutElement } from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Currency } from '../../../../contract/money/money.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { isDark } from '../../lib/theme.ts'
import { PayAreaSkeleton } from './pay-area-skeleton.tsx'
import { loadStripe } from './load-stripe.ts'
import type { WalletSettings } from './load-stripe.ts'
import { PayNote } from './pay-note.tsx'
import { useWalletPayment } from './use-wallet-payment.ts'
import type { WalletPayment } from './use-wallet-payment.ts'

export interface WalletMoney {
  currency: Currency
  /** What the supporter would pay, in minor units; undefined while no valid amount is entered. */
  chargedMinor: number | undefined
}

interface WalletCheckoutProps extends WalletPayment, WalletMoney {
  settings: WalletSettings
}

/** The buttons of Apple Pay and Google Pay. Where the device has neither, or Stripe is unreachable, a sentence is in their place. */
export function WalletCheckout({ settings, currency, chargedMinor, ...payment }: WalletCheckoutProps) {
  const [isOffered, setIsOffered] = useState<boolean>()
  const { begin, pay, isCapturing, note } = useWalletPayment(payment)
  const target = useWalletButtons(settings, { currency, chargedMinor }, { onOffer: setIsOffered, begin, pay })
  return (
    <div>
      <div className="grid min-h-13 items-center *:col-start-1 *:row-start-1">
        {isOffered === undefined && <PayAreaSkeleton />}
        {isOffered === false && <p className="text-center text-sm text-muted">{m.tip_no_wallet()}</p>}
        <div ref={target} />
      </div>
      <PayNote text={note} />
      {isCapturing && <LoadingScreen text={m.paypal_capturing()} />}
    </div>
  )
}

interface Handlers extends Pick<ReturnType<typeof useWalletPayment>, 'begin' | 'pay'> {
  /** Called when the supporter's device turns out to have a wallet, or to have none. */
  onOffer: (isOffered: boolean) => void
}

/** Mounts Stripe's Express Checkout Element into the returned element, and keeps its amount up to date. */
function useWalletButtons(settings: WalletSettings, money: WalletMoney, handlers: Handlers) {
  const target = useRef<HTMLDivElement>(null)
  const [elements, setElements] = useState<StripeElements>()
  const { currency, chargedMinor } = money
  // the first amount mounts the buttons; they stay while another one is typed
  const [hasAmount, setHasAmount] = useState(false)
  if (!hasAmount && chargedMinor !== undefined) setHasAmount(true)
  const handleBegin = useEffectEvent(() => handlers.begin())
  const handlePay = useEffectEvent(handlers.pay)
  const handleOffer = useEffectEvent(handlers.onOffer)
  const amountNow = useEffectEvent(() => ({ currency, amount: chargedMinor ?? 1 }))

  useEffect(() => {
    if (!hasAmount) return undefined
    let isGone = false
    let element: StripeExpressCheckoutElement | undefined
    async function mount(): Promise<void> {
      const stripe = await loadStripe(settings)
      if (isGone || !target.current) return
      const opened = stripe.elements({
        mode: 'payment',
        ...amountNow(),
        allowedPaymentMethodTypes: ['card'],
        appearance: { variables: { borderRadius: '999px' } },
      })
      element = opened.create('expressCheckout', buttonOptions(isDark() ? 'white' : 'black'))
      element.on('availablepaymentmethodschange', ({ paymentMethods }) =>
        handleOffer(paymentMethods !== undefined),
      )
      element.on('loaderror', () => handleOffer(false))
      element.on('click', ({ resolve, reject }) => (handleBegin() ? resolve() : reject()))
      element.on(
        'confirm',
        ({ paymentFailed }) => void handlePay({ stripe, elements: opened }, paymentFailed),
      )
      element.mount(target.current)
      setElements(opened)
    }
    mount().catch((error: unknown) => {
      console.warn(error)
      handleOffer(false)
    })
    return () => {
      isGone = true
      element?.destroy()
      setElements(undefined)
    }
  }, [settings, hasAmount])

  useEffect(() => {
    if (chargedMinor !== undefined) void elements?.update({ currency, amount: chargedMinor })
  }, [elements, currency, chargedMinor])

  return target
}

/**
 * Only wallets that pay with cards: Stripe's other buttons would be other payment methods. Sizes as PayPal's button. Stripe shows the
 * creator what a wallet gives, and by default asks it for the billing address:
 * https://docs.stripe.com/js/elements_object/create_express_checkout_element
 */
function buttonOptions(theme: 'black' | 'white') {
  return {
    billingAddressRequired: false,
    buttonHeight: 52,
    buttonTheme: { applePay: theme, googlePay: theme },
    paymentMethods: { link: 'never', paypal: 'never', amazonPay: 'never', klarna: 'never' },
  } as const
}
