import { memoize } from '../../../../contract/memoize.ts'
import { serviceFee } from '../../../../contract/money/service-fee.ts'
import type { Currency } from '../../../../contract/money/money.ts'
import { providerNames } from '../../../../contract/providers.ts'
import type { PayoutProvider } from '../../../../contract/providers.ts'
import { estimateArrival } from '../../../../contract/payments/provider-fees.ts'
import type { TipToEstimate } from '../../../../contract/payments/provider-fees.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount, formatAmountRange } from '../../lib/format.ts'
import { dateLocale } from '../../lib/locale.ts'
import { SwitchRow } from '../../ui/switch-row.tsx'

/** The tip that pays the service fee. */
export interface FeeProps {
  /** The creator's name. */
  name: string
  minor: number | undefined
  currency: Currency
  /** The service fee in per cent. */
  percent: number
}

interface CoverFeeProps extends FeeProps {
  checked: boolean
  onChange: (on: boolean) => void
}

/** Lets the supporter pay the service fee on top of the tip. */
export function CoverFee({ name, minor, currency, percent, checked, onChange }: CoverFeeProps) {
  const anyHint = m.tip_cover_hint_any({ name, percent })
  const hint = minor
    ? m.tip_cover_hint({ fee: formatAmount(serviceFee(minor, currency, percent), currency), name })
    : anyHint
  return (
    <SwitchRow
      label={m.tip_cover()}
      hint={<Live text={hint} otherwise={anyHint} />}
      name="coversFee"
      checked={checked}
      onChange={onChange}
    />
  )
}

interface FeeLineProps extends FeeProps {
  isCovered: boolean
  /** The providers that the supporter can pay with. */
  providers: readonly PayoutProvider[]
}

/** Shows what the supporter pays and about how much of it the creator receives. */
export function FeeLine({ isCovered, providers, ...fee }: FeeLineProps) {
  return (
    <p aria-live="polite" className="text-center text-xs text-muted sm:text-sm">
      <Live
        text={isCovered ? coveredText(fee, providers) : takenText(fee, providers)}
        otherwise={takenAnyText(fee)}
      />
    </p>
  )
}

/** A text that only scripts keep true while the tip is written, and what to say without them. */
function Live({ text, otherwise }: { text: string; otherwise: string }) {
  return (
    <>
      <span className="noscript:hidden">{text}</span>
      <noscript>{otherwise}</noscript>
    </>
  )
}

function takenText(fee: FeeProps, providers: readonly PayoutProvider[]): string {
  const { name, minor, currency, percent } = fee
  if (!minor) return takenAnyText(fee)
  const tip = { amountMinor: minor, currency, isCovered: false, feePercent: percent }
  const arrival = describeArrival(tip, providers)
  const amount = formatAmount(minor - serviceFee(minor, currency, percent), currency)
  if (percent === 0)
    return arrival ? m.tip_fee_none_about({ name, ...arrival }) : m.tip_fee_none({ name, amount })
  return arrival ? m.tip_fee_about({ name, percent, ...arrival }) : m.tip_fee({ name, percent, amount })
}

/** Says who pays the service fee of an amount that is not known. */
function takenAnyText({ name, percent }: FeeProps): string {
  return percent === 0 ? m.tip_fee_none_any() : m.tip_fee_any({ name, percent })
}

function coveredText(fee: FeeProps, providers: readonly PayoutProvider[]): string {
  const { name, minor, currency, percent } = fee
  if (!minor) return m.tip_fee_covered_any({ name, percent })
  const charge = formatAmount(minor + serviceFee(minor, currency, percent), currency)
  const tip = { amountMinor: minor, currency, isCovered: true, feePercent: percent }
  const arrival = describeArrival(tip, providers)
  if (arrival) return m.tip_fee_covered_about({ name, charge, ...arrival })
  return m.tip_fee_covered({ name, charge, amount: formatAmount(minor, currency) })
}

/** Says about how much arrives after fees, and which provider takes those; undefined if that cannot be estimated. */
function describeArrival(
  tip: TipToEstimate,
  providers: readonly PayoutProvider[],
): { amount: string; provider: string } | undefined {
  const arrival = estimateArrival(tip, providers)
  if (!arrival) return undefined
  const amount = formatAmountRange(arrival.least, arrival.most, tip.currency)
  return { amount, provider: nameEither(providers) }
}

/** Says what the provider itself shows the creator, whatever is hidden here. */
export function AnonymityNote({ name, providers }: { name: string; providers: readonly PayoutProvider[] }) {
  return (
    <p className="text-xs text-balance text-muted sm:text-sm">
      {m.tip_anonymous_note({ name, provider: nameEither(providers) })}
    </p>
  )
}

/** Names the providers as alternatives: "PayPal or Stripe". */
function nameEither(providers: readonly PayoutProvider[]): string {
  const names = providers.map((provider) => providerNames[provider])
  return alternativesIn(dateLocale()).format(names)
}

const alternativesIn = memoize((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }))
