import { Suspense, lazy, useRef, useState } from 'react'
import { getWalletSettings } from '../../../../contract/stripe-calls.ts'
import { useCall } from '../../lib/use-call.ts'
import { useInView } from '../../lib/use-in-view.ts'
import type { WalletPayment } from './use-wallet-payment.ts'
import type { WalletMoney } from './wallet-checkout.tsx'

const WalletCheckout = lazy(async () => ({ default: (await import('./wallet-checkout.tsx')).WalletCheckout }))

interface WalletAreaProps extends WalletPayment, WalletMoney {
  userName: string
  /** Whether the wallets cannot be used. */
  isOff: boolean
}

/**
 * Where Apple Pay and Google Pay appear. Their code and Stripe's are loaded only when the tip box is near the screen. Until a wallet is
 * found the area takes no room, not even the gap above it.
 */
export function WalletArea({ userName, isOff, ...payment }: WalletAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const isNear = useInView(area, '200px')
  const [isOffered, setIsOffered] = useState(false)
  const query = { username: userName }
  const { data } = useCall(getWalletSettings, { query }, { enabled: isNear, staleTime: Infinity })
  return (
    <div ref={area} inert={isOff} className={`inert:opacity-50 ${isOffered ? '' : '-mt-2 sm:-mt-3'}`}>
      {data?.wallets && (
        <Suspense>
          <WalletCheckout settings={data.wallets} onOffer={setIsOffered} {...payment} />
        </Suspense>
      )}
    </div>
  )
}
