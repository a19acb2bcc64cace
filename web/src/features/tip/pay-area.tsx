import { Suspense, lazy, useState } from 'react'
import type { ViewedCreator } from '../../../../contract/entities.ts'
import type { Currency } from '../../../../contract/money/money.ts'
import { getPaypalCheckoutSettings } from '../../../../contract/payments/paypal-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatDateTime } from '../../lib/format.ts'
import { useIsHydrating } from '../../lib/page-data.ts'
import type { Session } from '../../lib/accounts/session.ts'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { useOnReturn } from '../../lib/use-on-return.ts'
import { Button } from '../../ui/button.tsx'
import { Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import type { Captured } from './capture-tip.ts'
import { finishPaidBefore } from './finish-payment.ts'
import { notePayeeGone } from './note-payee-gone.ts'
import { PayAreaSkeleton } from './pay-area-skeleton.tsx'
import type { TipOrder } from './tip-draft.ts'
import { CreditCard } from 'lucide-react'
import { createCheckoutSession } from '../../../../contract/payments/stripe-calls.ts'
import { CallError } from '../../lib/calls/call-error.ts'
import { call } from '../../lib/calls/call.ts'
import { saveCheckout } from '../../lib/payments/saved-checkout.ts'
import { toRequest } from './tip-draft.ts'
import { WalletArea } from './wallet-area.tsx'
import { retryWithProof } from '../../lib/calls/retry-with-proof.ts'

const PaypalCheckout = lazy(async () => ({ default: (await import('./paypal-checkout.tsx')).PaypalCheckout }))

interface PaymentProps {
  /** The currency of the tip. */
  currency: Currency
  /** What the supporter would pay, in minor units; undefined while no valid amount is entered. */
  chargedMinor: number | undefined
  prepare: () => TipOrder | undefined
  onPaid: (captured: Captured, order: TipOrder) => void
}

interface PayAreaProps extends PaymentProps {
  creator: ViewedCreator
  creatorId: string
  session: Session
}

/** Offers the payment methods that the creator has connected. Creators cannot tip themselves. */
export function PayArea({ creator, creatorId, session, ...payment }: PayAreaProps) {
  if (session.user?.uid === creatorId) return <OwnPageNote creator={creator} />
  if (creator.paypalConnected || creator.stripeConnected)
    return <PayWays creator={creator} payment={payment} />
  return <NoPayment creator={creator} session={session} />
}

/** The ways to pay. While it is unknown whether one has taken the money, the others cannot be used. */
function PayWays({ creator, payment }: { creator: ViewedCreator; payment: PaymentProps }) {
  const { userName, paypalConnected, stripeConnected } = creator
  const [unsettled, setUnsettled] = useState<'paypal' | 'wallet'>()
  const settle = (way: 'paypal' | 'wallet') => (isUnsettled: boolean) =>
    setUnsettled((now) => (isUnsettled ? way : now === way ? undefined : now))
  return (
    <div className="flex flex-col gap-2 sm:gap-3">
      {stripeConnected && (
        <WalletArea
          userName={userName}
          {...payment}
          isOff={unsettled === 'paypal'}
          onUnsettled={settle('wallet')}
        />
      )}
      {paypalConnected && (
        <Way isOff={unsettled === 'wallet'}>
          <PaypalArea userName={userName} {...payment} onUnsettled={settle('paypal')} />
        </Way>
      )}
      {stripeConnected && (
        <Way isOff={unsettled !== undefined}>
          <CardPayment {...payment} />
        </Way>
      )}
    </div>
  )
}

function Way({ isOff, children }: { isOff: boolean; children: React.ReactNode }) {
  return (
    <div inert={isOff} className="inert:opacity-50">
      {children}
    </div>
  )
}

/** Says why a creator without a payment method takes no tips. */
function NoPayment({ creator, session }: Pick<PayAreaProps, 'creator' | 'session'>) {
  const timeZone = useIsHydrating() ? 'UTC' : undefined // the server does not know the visitor's
  if (creator.tipsFrom)
    return <Note text={m.tip_paused({ time: formatDateTime(creator.tipsFrom, timeZone) })} />
  if (session.status !== 'signed-in') return <Note text={m.tip_no_method()} />
  return (
    <Button kind="primary" size="large" className="w-full" onClick={() => toast.error(m.tip_no_method())}>
      {m.tip_button()}
    </Button>
  )
}

type PaypalAreaProps = Omit<PaymentProps, 'chargedMinor'> & {
  userName: string
  onUnsettled: (isUnsettled: boolean) => void
}

function PaypalArea({ userName, ...payment }: PaypalAreaProps) {
  const query = { username: userName }
  const settings = useCall(getPaypalCheckoutSettings, { query }, { staleTime: Infinity })
  return (
    <div>
      <noscript>
        <Button type="submit" name="provider" value="paypal" kind="primary" size="large" className="w-full">
          {m.tip_paypal_button()}
        </Button>
      </noscript>
      <div className="noscript:hidden">
        <Loadable loaded={settings} failedText={settings.error?.message ?? ''} skeleton={<PayAreaSkeleton />}>
          {(found) => (
            <Suspense fallback={<PayAreaSkeleton />}>
              <PaypalCheckout settings={found} {...payment} />
            </Suspense>
          )}
        </Loadable>
      </div>
    </div>
  )
}

/** Stands in for the whole tip box while the creator can take no tips. */
export function ClosedTipBox({ creator, creatorId, session }: Omit<PayAreaProps, keyof PaymentProps>) {
  return session.user?.uid === creatorId ? (
    <OwnPageNote creator={creator} />
  ) : (
    <NoPayment creator={creator} session={session} />
  )
}

function OwnPageNote({
  creator: { paypalConnected, stripeConnected, tipsFrom },
}: {
  creator: ViewedCreator
}) {
  if (paypalConnected || stripeConnected) return <Note text={m.tip_own_page()} />
  if (tipsFrom) return <Note text={m.tip_paused({ time: formatDateTime(tipsFrom) })} />
  return (
    <EmptyNote
      text={m.tip_own_page_closed()}
      to="/dashboard/payment-setting"
      label={m.tip_own_page_connect()}
    />
  )
}

function Note({ text }: { text: string }) {
  return <p className="rounded-card bg-sunken px-4 py-3 text-center text-sm text-muted">{text}</p>
}

type CardPaymentProps = Pick<PaymentProps, 'prepare' | 'onPaid'>

/** Opens the card provider's payment page. If the server refuses, shows the server's message. */
function CardPayment({ prepare, onPaid }: CardPaymentProps) {
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
      if (finishPaidBefore(error, order, { onPaid, onUnsettled: () => {} })) return
      if (notePayeeGone(error) || (error instanceof CallError && error.isShown)) return
      toast.error(error instanceof CallError && error.message ? error.message : m.tip_card_failed())
    }
  }
  return (
    <Button
      // a click before the code has loaded sends the form
      type="submit"
      name="provider"
      value="stripe"
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
