import { useState } from 'react'
import type { FormEvent } from 'react'
import type { PayoutCurrency } from '../../../../contract/money/money.ts'
import { becomeCreator } from '../../../../contract/accounts/profile-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { setProfile } from '../../lib/accounts/session.ts'
import { browserTimeZone } from '../../lib/accounts/time-zone.ts'
import { toast } from '../../lib/toast.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { CurrencyChoice } from '../../parts/payments/currency-choice.tsx'
import { Liquid } from '../../ui/liquid.tsx'
import { readSolo } from '../../lib/pages/site-document.ts'
import { EmptyNote } from '../../ui/notes.tsx'
import { Button } from '../../ui/button.tsx'

/** On pages for creators only, offers supporters to become a creator and to choose a payout currency. */
export function CreatorOffer({ heading: Heading = 'h2' }: { heading?: 'h1' | 'h2' }) {
  useTitle(m.settings_creator_title())
  const [currency, setCurrency] = useState<PayoutCurrency>('usd')
  const { isBusy, run } = useAction()
  const solo = readSolo()

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    await run(async () => {
      setProfile(await call(becomeCreator, { body: { currency, timeZone: browserTimeZone() } }))
      toast.success(m.settings_creator_done())
    })
  }
  if (solo) return <EmptyNote text={m.solo_creator_only()} to="/" label={m.solo_home()} />
  return (
    <form
      onSubmit={(event) => void handleSubmit(event)}
      className="mx-auto flex max-w-lg flex-col items-center px-4 py-8 text-center sm:py-12"
    >
      <Liquid level={0.62} hasLabel={false} className="w-20" />
      <Heading className="mt-4 text-2xl">{m.settings_creator_title()}</Heading>
      <p className="mt-2 mb-6 text-muted">{m.settings_creator_text()}</p>
      <CurrencyChoice currency={currency} onChange={setCurrency} className="mb-6 w-full text-left" />
      <Button type="submit" kind="primary" size="large" isBusy={isBusy} busyLabel={m.signup_busy()}>
        {m.settings_creator_link()}
      </Button>
    </form>
  )
}
