import { useState } from 'react'
import { currencyRules } from '../../../../../contract/money/currencies.ts'
import type { Currency } from '../../../../../contract/money/money.ts'
import { stripeCountries } from '../../../../../contract/payments/payout-calls.ts'
import type { PayoutProvider } from '../../../../../contract/providers.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/field.tsx'
import { currentLocale } from '../../../lib/locale.ts'
import { providerNames } from '../../../../../contract/providers.ts'

const notes = {
  paypal: [m.payout_note_paypal_bears, m.payout_note_paypal_shows],
  stripe: [m.payout_note_stripe_bears, m.payout_note_stripe_shows],
} as const

interface ConnectDialogProps {
  provider: PayoutProvider
  currency: Currency | null
  isBusy: boolean
  onConnect: (country: string) => void
  onClose: () => void
}

/** Tells creators, before they connect an account, which fees it is charged and who sees which data. */
export function ConnectDialog({ provider, currency, isBusy, onConnect, onClose }: ConnectDialogProps) {
  const [country, setCountry] = useState(currencyRules[currency ?? 'usd'].payout?.country ?? 'us')
  const name = { provider: providerNames[provider] }
  return (
    <Dialog isOpen title={m.payout_note_title(name)} onClose={onClose}>
      <ul className="mb-6 grid list-disc gap-3 pl-5">
        {notes[provider].map((note) => (
          <li key={note()}>{note()}</li>
        ))}
      </ul>
      {provider === 'stripe' && <CountryField country={country} onChange={setCountry} />}
      <Button
        kind="primary"
        size="large"
        className="mt-6 w-full"
        isBusy={isBusy}
        onClick={() => onConnect(country)}
      >
        {m.payout_continue(name)}
      </Button>
    </Dialog>
  )
}

function CountryField({ country, onChange }: { country: string; onChange: (country: string) => void }) {
  const nameOf = new Intl.DisplayNames(currentLocale(), { type: 'region' })
  const countries = stripeCountries
    .map((code) => [code, nameOf.of(code.toUpperCase()) ?? code] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other))
  return (
    <Select
      label={m.payout_country()}
      hint={m.payout_country_hint()}
      value={country}
      onChange={(event) => onChange(event.target.value)}
      options={countries}
    />
  )
}

interface DisconnectDialogProps {
  provider: PayoutProvider
  /** Whether the account is still waiting and takes no tips yet. */
  isWaiting: boolean
  onDisconnect: () => void
  onClose: () => void
}

/** Asks for confirmation before a creator stops taking tips through a provider. */
export function DisconnectDialog({ provider, isWaiting, onDisconnect, onClose }: DisconnectDialogProps) {
  const name = { provider: providerNames[provider] }
  return (
    <Dialog
      isOpen
      title={m.payout_disconnect_title(name)}
      description={isWaiting ? m.payout_stop_waiting_text(name) : m.payout_disconnect_text(name)}
      onClose={onClose}
    >
      <Button kind="danger" size="large" className="w-full" onClick={onDisconnect}>
        {m.payout_disconnect()}
      </Button>
    </Dialog>
  )
}
