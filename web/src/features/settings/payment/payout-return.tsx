import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { payoutProvider } from '../../../../../contract/payments/payout-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { providerNames } from '../../../../../contract/providers.ts'
import { refreshPayoutAccounts } from './use-payouts.ts'

const failures: Record<string, (name: { provider: string }) => string> = {
  denied: m.payout_failed_denied,
  expired: m.payout_failed_expired,
  failed: m.payout_failed_failed,
}

/**
 * Shown after the return from a provider's onboarding. The address says only that the creator came back, so the account's state
 * is read from the provider before the note says that it is connected.
 */
export function PayoutReturn() {
  const [search, setSearch] = useSearchParams()
  const [isComplete, setIsComplete] = useState(false)
  const hasRun = useRef(false)

  useEffect(() => {
    if (hasRun.current) return
    hasRun.current = true
    const [connected, expired, failed] = ['connected', 'expired', 'provider'].map(
      (key) => payoutProvider.safeParse(search.get(key)).data,
    )
    if (expired) toast.info(m.payout_link_expired({ provider: providerNames[expired] }))
    if (failed)
      toast.error(
        (failures[search.get('error') ?? ''] ?? m.payout_failed_failed)({ provider: providerNames[failed] }),
      )
    if (connected) {
      refreshPayoutAccounts(connected)
        .then((accounts) => setIsComplete(accounts[connected].state === 'ready'))
        .catch(() => undefined) // the failure was already shown as a toast
    }
    if (search.size > 0) setSearch({}, { replace: true }) // PayPal adds parameters of its own, which are removed unread
  }, [search, setSearch])

  const handleClose = () => setIsComplete(false)
  if (!isComplete) return null
  return (
    <Dialog
      isOpen
      title={m.connection_done_title()}
      description={m.connection_done_text()}
      onClose={handleClose}
    >
      <Button kind="primary" size="large" className="w-full" onClick={handleClose}>
        {m.connection_done()}
      </Button>
    </Dialog>
  )
}
