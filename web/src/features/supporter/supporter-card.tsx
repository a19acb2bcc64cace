import type { SupporterCard as Supporter } from '../../../../contract/entities.ts'
import type { Currency } from '../../../../contract/money/money.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'

interface SupporterCardProps {
  supporter: Supporter
  creatorName: string
  currency: Currency | null
}

/** The tips that a supporter has given this creator under one name. */
export function SupporterCard({ supporter, creatorName, currency }: SupporterCardProps) {
  const { name, image, place, weekly, monthly, allTime } = supporter
  const sums = [
    { label: m.supporter_all(), amount: allTime },
    { label: m.supporter_month(), amount: monthly },
    { label: m.supporter_week(), amount: weekly },
  ]
  return (
    <Card id="supporter">
      <div className="flex items-center gap-4">
        <Avatar src={image} name={name} className="size-20 text-3xl" />
        <div className="min-w-0">
          <p className="text-sm text-muted">{m.supporter_of({ name: creatorName })}</p>
          <h2 className="text-2xl break-words">
            <bdi>{name}</bdi>
          </h2>
          <p className="font-semibold text-coral-ink">{m.supporter_place({ place })}</p>
        </div>
      </div>
      <dl className="mt-6 grid grid-cols-3 gap-4">
        {sums.map(({ label, amount }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="money text-xl sm:text-3xl">{formatAmount(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
