import { m } from '../../../../../i18n/compiled/messages.js'
import type { Currency } from '../../../../../contract/money.ts'
import { Card } from '../../../ui/card.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { CardSkeleton } from '../../../ui/card-skeleton.tsx'
import { providerNames, usePayouts } from './use-payouts.ts'
import { useState } from 'react'
import type { PayoutProvider } from '../../../../../contract/payout-calls.ts'
import { toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { ConnectDialog, DisconnectDialog } from './payout-dialogs.tsx'
import type { PayoutAccounts, Payouts } from './use-payouts.ts'

/** The creator's payout accounts. */
export function PayoutsCard({ currency }: { currency: Currency | null }) {
  const payouts = usePayouts()
  return (
    <Loadable loaded={payouts.accounts} failedText={m.settings_load_failed()} skeleton={<CardSkeleton />}>
      {({ paypal, stripe }) => (
        <Card id="payouts" title={m.payout_accounts_title()} hint={m.payout_accounts_hint()}>
          <div className="divide-y divide-line">
            <PayoutRow provider="paypal" account={paypal} payouts={payouts} currency={currency} />
            <PayoutRow provider="stripe" account={stripe} payouts={payouts} currency={currency} />
          </div>
          {paypal.state !== 'ready' && stripe.state !== 'ready' && (
            <p className="mt-4 text-sm text-muted">{m.payout_none_hint()}</p>
          )}
        </Card>
      )}
    </Loadable>
  )
}

interface PayoutRowProps {
  provider: PayoutProvider
  account: PayoutAccounts[PayoutProvider]
  payouts: Payouts
  currency: Currency | null
}

/** A payment provider with the state of the creator's account there and the next step. */
function PayoutRow({ provider, account, payouts, currency }: PayoutRowProps) {
  const [dialog, setDialog] = useState<'connect' | 'disconnect'>()
  const handleClose = () => setDialog(undefined)
  const name = { provider: providerNames[provider] }
  const isBusy = payouts.busy === provider
  const isKnown = account.state !== 'off' && account.state !== 'not_connected'

  async function handleDisconnect() {
    handleClose()
    if (await payouts.disconnect(provider)) toast.success(m.payout_disconnected(name))
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <h3 className="font-semibold">{provider === 'paypal' ? m.payout_paypal() : m.payout_stripe()}</h3>
        <p aria-live="polite" className="text-sm wrap-anywhere text-muted">
          {textOf(account, name)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {account.state === 'not_connected' && (
          <Button kind="primary" onClick={() => setDialog('connect')}>
            {m.payout_connect(name)}
          </Button>
        )}
        {(account.state === 'unfinished' || account.state === 'restricted') && (
          <>
            <Button kind="primary" onClick={() => setDialog('connect')}>
              {m.payout_finish(name)}
            </Button>
            <Button isBusy={isBusy} onClick={() => void payouts.check(provider)}>
              {m.payout_check()}
            </Button>
          </>
        )}
        {isKnown && (
          <Button kind="quiet" disabled={isBusy} onClick={() => setDialog('disconnect')}>
            {m.payout_disconnect()}
          </Button>
        )}
      </div>
      {dialog === 'connect' && (
        <ConnectDialog
          provider={provider}
          currency={currency}
          isBusy={isBusy}
          onConnect={(country) => void payouts.connect(provider, country)}
          onClose={handleClose}
        />
      )}
      {dialog === 'disconnect' && (
        <DisconnectDialog
          provider={provider}
          onDisconnect={() => void handleDisconnect()}
          onClose={handleClose}
        />
      )}
    </div>
  )
}

const stateTexts: Record<PayoutRowProps['account']['state'], (name: { provider: string }) => string> = {
  off: m.payout_off,
  not_connected: m.payout_none,
  unfinished: m.payout_unfinished,
  restricted: m.payout_restricted,
  ready: m.payout_ready,
}

function textOf({ state, email }: PayoutRowProps['account'], name: { provider: string }): string {
  return state === 'ready' && email ? m.payout_ready_email({ email }) : stateTexts[state](name)
}
