import { m } from '../../../../../i18n/compiled/messages.js'
import type { Currency } from '../../../../../contract/money/money.ts'
import { Card } from '../../../ui/card.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { CardSkeleton } from '../../../ui/card-skeleton.tsx'
import { providerNames, providers } from '../../../../../contract/providers.ts'
import { usePayouts } from './use-payouts.ts'
import { useState } from 'react'
import type { PayoutProvider } from '../../../../../contract/providers.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { ConnectDialog, DisconnectDialog } from './payout-dialogs.tsx'
import type { PayoutAccounts, Payouts } from './use-payouts.ts'

/** The creator's payout accounts. */
export function PayoutsCard({ currency }: { currency: Currency | null }) {
  const payouts = usePayouts()
  return (
    <Loadable loaded={payouts.accounts} failedText={m.settings_load_failed()} skeleton={<CardSkeleton />}>
      {({ paypal, stripe, isOwn }) =>
        isOwn ? (
          <OwnAccountsCard accounts={{ paypal, stripe }} />
        ) : (
          <Card id="payouts" title={m.payout_accounts_title()} hint={m.payout_accounts_hint()}>
            <div className="divide-y divide-line">
              <PayoutRow provider="paypal" account={paypal} payouts={payouts} currency={currency} />
              <PayoutRow provider="stripe" account={stripe} payouts={payouts} currency={currency} />
            </div>
            {paypal.state !== 'ready' && stripe.state !== 'ready' && (
              <p className="mt-4 text-sm text-muted">{noneText(paypal.waiting, stripe.waiting)}</p>
            )}
          </Card>
        )
      }
    </Loadable>
  )
}

/** The accounts of an installation in solo mode: those of the keys that it is configured with. */
function OwnAccountsCard({ accounts }: { accounts: Pick<PayoutAccounts, PayoutProvider> }) {
  return (
    <Card id="payouts" title={m.payout_accounts_title()} hint={m.payout_own_hint()}>
      <div className="divide-y divide-line">
        {providers.map((provider) => (
          <div key={provider} className="py-4 first:pt-0 last:pb-0">
            <h3 className="font-semibold">{provider === 'paypal' ? m.payout_paypal() : m.payout_stripe()}</h3>
            <p className="text-sm text-muted">
              {accounts[provider].state === 'off'
                ? m.payout_own_off({ provider: providerNames[provider] })
                : m.payout_own({ provider: providerNames[provider] })}
            </p>
          </div>
        ))}
      </div>
    </Card>
  )
}

interface PayoutRowProps {
  provider: PayoutProvider
  account: PayoutAccounts[PayoutProvider]
  payouts: Payouts
  currency: Currency | null
}

/** One payment provider: the state of the creator's account there, and the next step. */
function PayoutRow({ provider, account, payouts, currency }: PayoutRowProps) {
  const [dialog, setDialog] = useState<PayoutDialog>()
  const { waiting } = account
  const handleClose = () => setDialog(undefined)
  const name = { provider: providerNames[provider] }
  const isBusy = payouts.busy === provider

  async function handleDisconnect() {
    const isWaiting = dialog === 'stop-waiting'
    handleClose()
    if (await payouts.disconnect(provider, isWaiting)) toast.success(m.payout_disconnected(name))
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <h3 className="font-semibold">{provider === 'paypal' ? m.payout_paypal() : m.payout_stripe()}</h3>
        <p aria-live="polite" className="text-sm wrap-anywhere text-muted">
          {!(waiting && account.state === 'not_connected') && textOf(account, name)}
          {waiting && <span className="block">{waitingText(waiting, name)}</span>}
        </p>
      </div>
      <PayoutButtons
        {...{ provider, account, isBusy }}
        onOpen={setDialog}
        onCheck={() => void payouts.check(provider)}
      />
      {dialog === 'connect' && (
        <ConnectDialog
          provider={provider}
          currency={currency}
          isBusy={isBusy}
          onConnect={(country) => void payouts.connect(provider, country)}
          onClose={handleClose}
        />
      )}
      {(dialog === 'disconnect' || dialog === 'stop-waiting') && (
        <DisconnectDialog
          isWaiting={dialog === 'stop-waiting'}
          provider={provider}
          onDisconnect={() => void handleDisconnect()}
          onClose={handleClose}
        />
      )}
    </div>
  )
}

type PayoutDialog = 'connect' | 'disconnect' | 'stop-waiting'

interface PayoutButtonsProps extends Pick<PayoutRowProps, 'provider' | 'account'> {
  isBusy: boolean
  onOpen: (dialog: PayoutDialog) => void
  onCheck: () => void
}

/** The buttons for what a creator can do with an account in its current state. */
function PayoutButtons({ provider, account, isBusy, onOpen, onCheck }: PayoutButtonsProps) {
  const { state, waiting } = account
  const name = { provider: providerNames[provider] }
  const isUnfinished = [state, waiting?.state].some((one) => one === 'unfinished' || one === 'restricted')
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'not_connected' && !waiting && (
        <Button kind="primary" onClick={() => onOpen('connect')}>
          {m.payout_connect(name)}
        </Button>
      )}
      {isUnfinished && (
        <>
          <Button kind="primary" onClick={() => onOpen('connect')}>
            {m.payout_finish(name)}
          </Button>
          <Button isBusy={isBusy} onClick={onCheck}>
            {m.payout_check()}
          </Button>
        </>
      )}
      {provider === 'paypal' && state === 'ready' && !waiting && (
        <Button disabled={isBusy} onClick={() => onOpen('connect')}>
          {m.payout_another()}
        </Button>
      )}
      {waiting && (
        <Button kind="quiet" disabled={isBusy} onClick={() => onOpen('stop-waiting')}>
          {m.payout_stop_waiting()}
        </Button>
      )}
      {state !== 'off' && state !== 'not_connected' && (
        <Button kind="quiet" disabled={isBusy} onClick={() => onOpen('disconnect')}>
          {m.payout_disconnect()}
        </Button>
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

/** Says when a waiting account starts to take tips or, while it is not ready at the provider, what is missing there. */
function waitingText(
  { state, email, takesFrom }: NonNullable<PayoutRowProps['account']['waiting']>,
  name: { provider: string },
): string {
  if (state !== 'ready') return stateTexts[state](name)
  const time = formatDateTime(takesFrom)
  return email ? m.payout_waiting_email({ email, time }) : m.payout_waiting({ time })
}

/** Explains why the creator gets no tips now: no account is connected, or the first one takes tips only from a later time. */
function noneText(...waiting: PayoutRowProps['account']['waiting'][]): string {
  const [first] = waiting
    .flatMap((account) => (account?.state === 'ready' ? [account.takesFrom] : []))
    .toSorted((one, other) => one.localeCompare(other))
  return first ? m.payout_off_until({ time: formatDateTime(first) }) : m.payout_none_hint()
}

function textOf({ state, email }: PayoutRowProps['account'], name: { provider: string }): string {
  return state === 'ready' && email ? m.payout_ready_email({ email }) : stateTexts[state](name)
}
