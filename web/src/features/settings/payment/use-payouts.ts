import { useState } from 'react'
import type { CallResponse } from '../../../../../contract/call.ts'
import {
  connectPaypal,
  connectStripe,
  disconnectPayoutAccount,
  getPayoutAccounts,
  refreshPayoutAccount,
} from '../../../../../contract/payments/payout-calls.ts'
import type { PayoutProvider } from '../../../../../contract/providers.ts'
import { call } from '../../../lib/calls/call.ts'
import { callKey, queryClient } from '../../../lib/calls/query-client.ts'
import { refreshSession } from '../../../lib/accounts/session.ts'
import { useCall } from '../../../lib/calls/use-call.ts'

export type PayoutAccounts = CallResponse<typeof getPayoutAccounts>
export type Payouts = ReturnType<typeof usePayouts>

/** Loads the creator's payout accounts and returns the actions on them. Failures are shown as toasts. */
export function usePayouts() {
  const accounts = useCall(getPayoutAccounts)
  const [busy, setBusy] = useState<PayoutProvider>()

  /** Runs an action on an account; resolves to whether it succeeded. */
  async function runFor(provider: PayoutProvider, run: () => Promise<void>): Promise<boolean> {
    setBusy(provider)
    try {
      await run()
      return true
    } catch {
      return false // the failure was already shown as a toast
    } finally {
      setBusy(undefined)
    }
  }

  return {
    accounts,
    busy,
    check: (provider: PayoutProvider) =>
      runFor(provider, async () => void (await refreshPayoutAccounts(provider))),
    disconnect: (provider: PayoutProvider, isWaiting: boolean) =>
      runFor(provider, async () =>
        setAccounts(await call(disconnectPayoutAccount, { body: { provider, isWaiting } })),
      ),
    /** Opens the provider's onboarding page. */
    connect: (provider: PayoutProvider, country: string) =>
      runFor(provider, async () => {
        const { url } =
          provider === 'paypal' ? await call(connectPaypal) : await call(connectStripe, { body: { country } })
        window.location.assign(url)
      }),
  }
}

/** Makes the server read the state of the accounts from the provider. */
export async function refreshPayoutAccounts(provider: PayoutProvider): Promise<PayoutAccounts> {
  const accounts = await call(refreshPayoutAccount, { body: { provider } })
  setAccounts(accounts)
  return accounts
}

function setAccounts(accounts: PayoutAccounts): void {
  queryClient.setQueryData(callKey(getPayoutAccounts), accounts)
  refreshSession().catch(() => undefined) // the profile contains the state of the payout accounts too
}
