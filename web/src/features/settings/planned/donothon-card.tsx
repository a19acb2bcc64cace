import { useState } from 'react'
import type { PayoutCurrency } from '../../../../../contract/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useSiteUrl } from '../../../lib/site-settings.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { OverlayAddress } from '../overlay-address.tsx'
import type { TabProps } from '../tabs.ts'
import type { ChangeEvent } from 'react'

const parts = [
  { name: 'hours', label: m.donothon_hours },
  { name: 'minutes', label: m.donothon_minutes },
  { name: 'seconds', label: m.donothon_seconds },
] as const

/**
 * The specification's settings of a donothon: starting time, manual change and rule. As specified, nothing is validated or sent.
 */
export function DonothonCard({ user: { uid }, profile }: TabProps) {
  return (
    <Card id="donothon" title={m.donothon_title()} hint={m.donothon_hint()}>
      <div className="grid gap-8">
        <Time legend={m.donothon_start()} />
        <div>
          <Time legend={m.donothon_manual()} />
          <div className="mt-3 flex gap-2">
            <Button>{m.donothon_add()}</Button>
            <Button>{m.donothon_subtract()}</Button>
          </div>
        </div>
        <Rule currency={profile?.currency ?? null} />
        <OverlayAddress
          label={m.donothon_url()}
          address={`${useSiteUrl()}/overlay?userUID=${uid}&widget=timer`}
        />
        <p className="text-sm text-muted">{m.donothon_planned()}</p>
      </div>
    </Card>
  )
}

function Time({ legend }: { legend: string }) {
  const [time, setTime] = useState({ hours: '', minutes: '', seconds: '' })
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="grid max-w-sm grid-cols-3 gap-3">
        {parts.map(({ name, label }) => (
          <NumberField
            key={name}
            label={label()}
            placeholder="00"
            value={time[name]}
            onChange={(value) => setTime({ ...time, [name]: value })}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** The rule of how tips extend the time. A creator without a payout currency sees it in the specification's currency. */
function Rule({ currency }: { currency: PayoutCurrency | null }) {
  const [units, setUnits] = useState('')
  const [minutes, setMinutes] = useState('')
  const code = (currency ?? 'gbp').toUpperCase()
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{m.donothon_rule()}</legend>
      <div className="grid max-w-md grid-cols-2 gap-3">
        <NumberField label={code} placeholder="1" value={units} onChange={setUnits} />
        <NumberField
          label={m.donothon_adds_minutes()}
          placeholder="1"
          value={minutes}
          onChange={setMinutes}
        />
      </div>
      <p className="mt-1.5 text-sm text-muted">
        {m.donothon_rule_is({ units: units || '1', code, minutes: minutes || '1' })}
      </p>
    </fieldset>
  )
}

interface NumberFieldProps {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

function NumberField({ onChange, ...field }: NumberFieldProps) {
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)
  return <Field {...field} inputMode="numeric" onChange={handleChange} className="money text-xl" />
}
