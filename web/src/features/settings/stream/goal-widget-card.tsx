import { useState } from 'react'
import type { PayoutCurrency } from '../../../../../contract/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../../lib/format.ts'
import { useSiteUrl } from '../../../lib/site-settings.ts'
import { Card } from '../../../ui/card.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { OverlayAddress } from '../overlay-address.tsx'

interface GoalWidgetCardProps {
  uid: string
  currency: PayoutCurrency | null
}

/** The address of the goal bar for OBS; query parameters choose what it shows. */
export function GoalWidgetCard({ uid, currency }: GoalWidgetCardProps) {
  const [isInTurn, setIsInTurn] = useState(false)
  const address = `${useSiteUrl()}/overlay?userUID=${uid}&widget=goal${isInTurn ? '&goals=all' : ''}`
  return (
    <Card id="goal-widget" title={m.widget_title()} hint={m.widget_hint()}>
      <div className="grid gap-8 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <SwitchRow
            label={m.widget_in_turn()}
            hint={isInTurn ? m.widget_in_turn_on() : m.widget_in_turn_off()}
            checked={isInTurn}
            onChange={setIsInTurn}
          />
          <OverlayAddress label={m.widget_url()} address={address} copiedText={m.widget_copied()} />
        </div>
        <SampleBar currency={currency} />
      </div>
    </Card>
  )
}

const sample = { received: 864_00, amount: 1200_00 }

/** The goal bar as it looks on stream. */
function SampleBar({ currency }: Pick<GoalWidgetCardProps, 'currency'>) {
  const sum = `${formatAmount(sample.received, currency)} / ${formatAmount(sample.amount, currency)}`
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 text-sm font-semibold">{m.stream_preview()}</figcaption>
      <div className="grid min-h-36 place-items-center rounded-card border border-line bg-[linear-gradient(120deg,#102b33,#1f3a4a_55%,#35264f)] p-4">
        <div className="relative w-full max-w-md overflow-hidden rounded-full border-2 border-white bg-[#1b1530] text-white shadow-soft">
          <div className="absolute inset-y-0 left-0 w-[72%] bg-[linear-gradient(#ffb020,#ff6b4a)]" />
          <p className="relative flex justify-between gap-3 px-5 py-3 font-display font-bold whitespace-nowrap [text-shadow:0_1px_3px_rgb(27_21_48/0.9)]">
            <span className="truncate">{m.stream_sample_goal()}</span>
            <span className="money">{sum}</span>
          </p>
        </div>
      </div>
    </figure>
  )
}
