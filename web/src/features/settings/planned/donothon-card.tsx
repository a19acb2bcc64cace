import { useState } from 'react'
import type { PayoutCurrency } from '../../../../../contract/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useSiteUrl } from '../../../lib/site-settings.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { OverlayAddress } from '../overlay-address.tsx'
import type { TabProps } from '../tabs.ts'

const parts = [
  { name: 'hours', label: m.donothon_hours },
  { name: 'minutes', label: m.donothon_minutes },
  { name: 'seconds', label: m.donothon_seconds },
] as const

/**
 * The donothon settings of the specification: starting time, manual change and rule. As specified, nothing is validated
 * or sent.
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
          <Field
            key={name}
            label={label()}
            inputMode="numeric"
            placeholder="00"
            value={time[name]}
            onChange={(event) => setTime({ ...time, [name]: event.target.value })}
            className="money text-xl"
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Falls back to the specification's currency for a creator who has not chosen one. */
function Rule({ currency }: { currency: PayoutCurrency | null }) {
  const [rule, setRule] = useState({ units: '', minutes: '' })
  const code = (currency ?? 'gbp').toUpperCase()
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{m.donothon_rule()}</legend>
      <div className="grid max-w-md grid-cols-2 gap-3">
        <Field
          label={code}
          inputMode="numeric"
          placeholder="1"
          value={rule.units}
          onChange={(event) => setRule({ ...rule, units: event.target.value })}
          className="money text-xl"
        />
        <Field
          label={m.donothon_adds_minutes()}
          inputMode="numeric"
          placeholder="1"
          value={rule.minutes}
          onChange={(event) => setRule({ ...rule, minutes: event.target.value })}
          className="money text-xl"
        />
      </div>
      <p className="mt-1.5 text-sm text-muted">
        {m.donothon_rule_is({ units: rule.units || '1', code, minutes: rule.minutes || '1' })}
      </p>
    </fieldset>
  )
}
