import { serviceFee } from '../../../../contract/money.ts'
import type { Currency } from '../../../../contract/money.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import { SwitchRow } from '../../ui/switch-row.tsx'

interface FeeProps {
  /** The creator's name. */
  name: string
  minor: number | undefined
  currency: Currency
}

interface CoverFeeProps extends FeeProps {
  checked: boolean
  onChange: (on: boolean) => void
}

/** Lets the supporter pay the service fee on top of the tip. */
export function CoverFee({ name, minor, currency, checked, onChange }: CoverFeeProps) {
  const hint = minor
    ? m.tip_cover_hint({ fee: formatAmount(serviceFee(minor, currency), currency), name })
    : m.tip_cover_hint_any({ name })
  return <SwitchRow label={m.tip_cover()} hint={hint} checked={checked} onChange={onChange} />
}

/** Shows what the supporter pays and how much of it the creator receives. */
export function FeeLine({ isCovered, ...fee }: FeeProps & { isCovered: boolean }) {
  return (
    <p aria-live="polite" className="mt-3 text-center text-sm text-muted">
      {isCovered ? coveredText(fee) : takenText(fee)}
    </p>
  )
}

function takenText({ name, minor, currency }: FeeProps): string {
  if (!minor) return m.tip_fee_any({ name })
  return m.tip_fee({ name, amount: formatAmount(minor - serviceFee(minor, currency), currency) })
}

function coveredText({ name, minor, currency }: FeeProps): string {
  if (!minor) return m.tip_fee_covered_any({ name })
  const charge = formatAmount(minor + serviceFee(minor, currency), currency)
  return m.tip_fee_covered({ name, charge, amount: formatAmount(minor, currency) })
}
