import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Receipt } from '../../../../contract/payments/receipt-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatLedgerAmount } from '../../lib/payments/format-ledger.ts'
import { formatDateTime } from '../../lib/format.ts'
import { currentLocale } from '../../lib/locale.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** The details of a payment, with a button to print them. */
export function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { creator, seller, goalTitle, name, message, orderedAt, paidAt, provider, reference, number } =
    receipt
  return (
    <Card id="receipt" title={m.receipt_title()} hint={m.receipt_text()}>
      <dl className="grid grid-cols-1 gap-3">
        <Sums receipt={receipt} />
        <Fact name={m.receipt_to()}>
          <Link
            to={`/${creator.user_name}/current-goals`}
            className="inline-block rounded-sm py-1.5 font-semibold hover:underline"
          >
            <Avatar
              src={creator.image}
              name={creator.display_name}
              className="mr-2 inline-grid size-8 align-middle text-sm"
            />
            {creator.display_name}
          </Link>
        </Fact>
        {seller && (
          <Fact name={m.receipt_seller()}>
            <span className="whitespace-pre-line">
              {[seller.name, seller.address, nameOfCountry(seller.country)].join('\n')}
            </span>
          </Fact>
        )}
        <Fact name={m.tip_towards()}>{goalTitle ?? m.receipt_general()}</Fact>
        <Fact name={m.receipt_from()}>
          <bdi>{name}</bdi>
        </Fact>
        {message && (
          <Fact name={m.tip_message()}>
            <span dir="auto" className="whitespace-pre-line">
              {message}
            </span>
          </Fact>
        )}
        <Fact name={m.receipt_paid_by()}>{provider === 'paypal' ? m.payout_paypal() : m.receipt_card()}</Fact>
        <Fact name={m.receipt_at()}>
          <time dateTime={paidAt ?? orderedAt}>{formatDateTime(paidAt ?? orderedAt)}</time>
        </Fact>
        {reference && <Fact name={m.receipt_reference()}>{reference}</Fact>}
        <Fact name={m.receipt_number()}>{number}</Fact>
      </dl>
      <Button className="mt-6 w-full print:hidden" onClick={() => window.print()}>
        <Printer aria-hidden className="size-4" />
        {m.receipt_print()}
      </Button>
    </Card>
  )
}

function Sums({ receipt: { amount, fee, isFeeCovered, charged, returned, currency } }: { receipt: Receipt }) {
  return (
    <>
      <Fact name={m.receipt_amount()}>
        <span className="money text-2xl">{formatLedgerAmount(amount, currency)}</span>
      </Fact>
      <Fact name={isFeeCovered ? m.receipt_fee_covered() : m.receipt_fee()}>
        {formatLedgerAmount(fee, currency)}
      </Fact>
      <Fact name={m.receipt_charged()}>
        <span className="font-semibold">{formatLedgerAmount(charged, currency)}</span>
      </Fact>
      {returned > 0 && <Fact name={m.receipt_returned()}>{formatLedgerAmount(returned, currency)}</Fact>}
    </>
  )
}

function nameOfCountry(code: string): string {
  return new Intl.DisplayNames(currentLocale(), { type: 'region' }).of(code) ?? code
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-baseline gap-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
