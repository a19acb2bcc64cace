import { serviceFee } from '../../../../contract/money/service-fee.ts'
import { estimateArrival } from '../../../../contract/payments/provider-fees.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useDocumentFee } from '../../lib/pages/site-document.ts'
import { formatAmount } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { listPayoutCurrencies, siteContent } from './site-content.ts'

/** The pricing section: the fee, the payout currencies and the planned features. */
export function Price() {
  const percent = useDocumentFee()
  return (
    <section aria-labelledby="price" className="border-y border-line bg-sunken">
      <div className="mx-auto grid max-w-7xl items-center gap-x-16 gap-y-10 px-4 py-16 sm:px-6 sm:py-24 lg:grid-cols-[1.2fr_1fr]">
        <div>
          <h2 id="price" className="text-3xl sm:text-4xl">
            {m.landing_price({ percent })}
          </h2>
          <p className="mt-4 max-w-prose text-lg text-muted">{m.landing_price_text({ percent })}</p>
          <p className="mt-3 max-w-prose text-lg text-muted">
            {m.landing_faq_2_a({ currencies: listPayoutCurrencies() })}
          </p>
          <h3 className="mt-8 text-lg">{m.landing_plan()}</h3>
          <ul className="mt-3 flex flex-wrap gap-2">
            {siteContent.planned.map((feature) => (
              <li
                key={feature()}
                className="rounded-full border border-line bg-card px-4 py-1.5 text-sm font-semibold first-letter:uppercase"
              >
                {feature()}
              </li>
            ))}
          </ul>
          <ButtonLink to="/signup/" kind="primary" size="large" className="mt-8">
            {m.landing_start()}
          </ButtonLink>
        </div>
        <FeeExample percent={percent} />
      </div>
    </section>
  )
}

const tip = { amountMinor: 20_00, currency: 'usd', isCovered: false } as const

function FeeExample({ percent }: { percent: number }) {
  const fee = serviceFee(tip.amountMinor, tip.currency, percent)
  const { least } = estimateArrival({ ...tip, feePercent: percent }, ['paypal'])!
  return (
    <dl className="mx-auto w-full max-w-md rounded-sheet border border-line bg-card p-6 shadow-lift sm:p-8">
      <Line label={m.landing_receipt_tip()} amount={formatAmount(tip.amountMinor, tip.currency)} />
      <Line label={m.landing_receipt_fee({ percent })} amount={`−${formatAmount(fee, tip.currency)}`} />
      <Line
        label={m.landing_receipt_provider()}
        amount={`−${formatAmount(tip.amountMinor - fee - least, tip.currency)}`}
      />
      <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-4">
        <dt className="text-lg font-semibold">{m.landing_receipt_net()}</dt>
        <dd className="money text-4xl text-coral-ink">{formatAmount(least, tip.currency)}</dd>
      </div>
      <dt className="sr-only">{m.landing_receipt_note_label()}</dt>
      <dd className="mt-4 text-sm text-muted">{m.landing_receipt_note()}</dd>
    </dl>
  )
}

function Line({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
      <dt className="text-lg text-muted">{label}</dt>
      <dd className="money text-xl">{amount}</dd>
    </div>
  )
}
