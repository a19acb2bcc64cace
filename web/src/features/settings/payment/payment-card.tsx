import { currencies, payoutCurrencies } from '../../../../../contract/money/currencies.ts'
import type { SessionUser } from '../../../../../contract/entities.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { getPayoutAccounts } from '../../../../../contract/payments/payout-calls.ts'
import { changeCurrency } from '../../../../../contract/accounts/profile-calls.ts'
import { estimateArrival } from '../../../../../contract/payments/provider-fees.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { nameWithSymbol } from '../../../lib/currency-names.ts'
import { setProfile } from '../../../lib/accounts/session.ts'
import { formatAmount, formatAmountRange } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { useFeePercent } from '../../../lib/pages/site-settings.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { Card } from '../../../ui/card.tsx'
import type { ReactNode } from 'react'

const exampleTip = 1000

/** The payout currency and the fee. */
export function PaymentCard({ profile }: { profile: SessionUser }) {
  const currency = profile.currency ?? 'usd'
  const percent = useFeePercent()
  const tip = { amountMinor: exampleTip, currency, isCovered: false, feePercent: percent }
  const { least, most } = estimateArrival(tip, ['paypal', 'stripe'])!
  const example = {
    tip: formatAmount(exampleTip, currency),
    net: formatAmountRange(least, most, currency),
  }
  return (
    <Card id="payment" title={m.payout_title()}>
      <Facts>
        <Fact
          label={<label htmlFor="payout-currency">{m.payout_currency()}</label>}
          hint={m.payout_currency_hint()}
        >
          <CurrencyChoice currency={profile.currency} />
        </Fact>
        <Fact label={m.payout_fee()}>
          {percent === 0 ? m.payout_fee_none_text(example) : m.payout_fee_text({ ...example, percent })}
        </Fact>
        <Fact label={m.payout_tips()}>{m.payout_tips_text({ count: currencies.length })}</Fact>
      </Facts>
    </Card>
  )
}

/** Saves each change at once. It is disabled once the creator has received money, because the server then refuses changes. */
function CurrencyChoice({ currency }: { currency: SessionUser['currency'] }) {
  const { isBusy, run } = useAction()
  const { data: payouts } = useCall(getPayoutAccounts)

  const handleChange = (wanted: PayoutCurrency) =>
    run(async () => {
      setProfile(await call(changeCurrency, { body: { currency: wanted } }))
      toast.success(m.payout_currency_changed())
    })
  return (
    <select
      id="payout-currency"
      value={currency ?? ''}
      disabled={isBusy || payouts?.isCurrencyFixed}
      onChange={(event) => void handleChange(event.target.value as PayoutCurrency)}
      className="block min-h-12 w-full max-w-xs rounded-card border border-field bg-card px-3.5 focus:border-coral focus:ring-3 focus:ring-coral/30 focus:outline-none"
    >
      {!currency && (
        <option value="" disabled>
          {m.payout_currency_none()}
        </option>
      )}
      {payoutCurrencies.map((value) => (
        <option key={value} value={value}>
          {nameWithSymbol(value)}
        </option>
      ))}
    </select>
  )
}

interface FactProps {
  label: ReactNode
  /** Shown beside the label in a muted colour. */
  aside?: ReactNode
  /** Shown below the value. */
  hint?: ReactNode
  children: ReactNode
}

/** A list of labelled values. */
function Facts({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line">{children}</dl>
}

/** A value beside its label on a wide screen, and below it on a phone. */
function Fact({ label, aside, hint, children }: FactProps) {
  return (
    <div className="grid gap-x-6 gap-y-1 py-4 first:pt-0 last:pb-0 sm:grid-cols-[11rem_1fr]">
      <dt className="font-semibold">
        <span>{label}</span>
        {aside && <span className="block text-sm font-normal text-muted">{aside}</span>}
      </dt>
      <dd className="min-w-0 break-words">
        {children}
        {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
      </dd>
    </div>
  )
}
