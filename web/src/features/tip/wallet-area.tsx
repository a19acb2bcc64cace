import { Suspense, lazy, useRef } from 'react'
import { getWalletSettings } from '../../../../contract/payments/stripe-calls.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { useInView } from '../../lib/use-in-view.ts'
import { PayAreaSkeleton } from './pay-area-skeleton.tsx'
import type { WalletPayment } from './use-wallet-payment.ts'
import type { WalletMoney } from './wallet-checkout.tsx'

const WalletCheckout = lazy(async () => ({ default: (await import('./wallet-checkout.tsx')).WalletCheckout }))

interface WalletAreaProps extends WalletPayment, WalletMoney {
  userName: string
  /** Whether the wallets cannot be used. */
  isOff: boolean
}

/**
 * The row of Apple Pay and Google Pay. Where the creator offers them it has its room from the first paint, also on a device without a
 * wallet. Their code and Stripe's are loaded only when the tip box is near the screen.
 */
export function WalletArea({ userName, isOff, ...payment }: WalletAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const isNear = useInView(area, '200px')
  const { data } = useCall(getWalletSettings, { query: { username: userName } }, { staleTime: Infinity })
  return (
    <div ref={area} inert={isOff} className={data?.wallets ? 'inert:opacity-50 noscript:hidden' : 'hidden'}>
      {data?.wallets && (
        <Suspense fallback={<PayAreaSkeleton />}>
          {isNear ? <WalletCheckout settings={data.wallets} {...payment} /> : <PayAreaSkeleton />}
        </Suspense>
      )}
    </div>
  )
}
