import { useState } from 'react'
import type { FormEvent } from 'react'
import type { PayoutCurrency } from '../../../../contract/money.ts'
import { becomeCreator } from '../../../../contract/profile-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/call.ts'
import { setProfile } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceCard } from '../../ui/choice-card.tsx'
import { Liquid } from '../../ui/liquid.tsx'

const currencies = [
  { value: 'usd', label: m.payout_currency_usd },
  { value: 'gbp', label: m.payout_currency_gbp },
] as const

/** Offers supporters to become a creator, where a page is for creators only. They choose their payout currency. */
export function CreatorOffer({ heading: Heading = 'h2' }: { heading?: 'h1' | 'h2' }) {
  const [currency, setCurrency] = useState<PayoutCurrency>('usd')
  const [isBusy, setIsBusy] = useState(false)

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    setIsBusy(true)
    try {
      setProfile(await call(becomeCreator, { body: { currency } }))
      toast.success(m.settings_creator_done())
    } catch {
      setIsBusy(false) // already shown as a toast
    }
  }
  return (
    <form
      onSubmit={(event) => void handleSubmit(event)}
      className="mx-auto flex max-w-lg flex-col items-center px-4 py-8 text-center sm:py-12"
    >
      <Liquid level={0.62} hasLabel={false} className="w-20" />
      <Heading className="mt-4 text-2xl">{m.settings_creator_title()}</Heading>
      <p className="mt-2 mb-6 text-muted">{m.settings_creator_text()}</p>
      <fieldset className="mb-6 w-full text-left">
        <legend className="mb-1.5 text-sm font-semibold">{m.signup_currency()}</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {currencies.map(({ value, label }) => (
            <ChoiceCard
              key={value}
              name="currency"
              value={value}
              label={label()}
              checked={currency === value}
              onChoose={() => setCurrency(value)}
            />
          ))}
        </div>
        <p className="mt-1.5 text-sm text-muted">{m.signup_currency_hint()}</p>
      </fieldset>
      <Button
        type="submit"
        kind="primary"
        size="large"
        state={isBusy ? 'busy' : 'idle'}
        busyLabel={m.signup_busy()}
      >
        {m.settings_creator_link()}
      </Button>
    </form>
  )
}
