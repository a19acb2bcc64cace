import type { SessionUser } from '../../../../contract/entities.ts'
import { serviceFee, serviceFeePercent } from '../../../../contract/money.ts'
import type { PayoutCurrency } from '../../../../contract/money.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { showMoney } from '../../lib/show-money.ts'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from './fact.tsx'

const exampleTip = 1000

const currencyNames: Record<PayoutCurrency, () => string> = {
  gbp: m.payout_currency_gbp,
  usd: m.payout_currency_usd,
}

/** Where the creator is paid, in what, and what of each tip arrives. */
export function PaymentCard({ profile }: { profile: SessionUser }) {
  const { currency, paypalID, paypalConnectedEmail, stripeID, stripeConnectedEmail } = profile
  const example = {
    percent: serviceFeePercent,
    tip: showMoney(exampleTip, currency),
    net: showMoney(exampleTip - serviceFee(exampleTip), currency),
  }
  return (
    <Card id="payment" title={m.payout_title()} hint={m.payout_hint()}>
      <Facts>
        <Fact label={m.payout_paypal()} hint={paypalID || stripeID ? undefined : m.payout_none_hint()}>
          <Account id={paypalID} email={paypalConnectedEmail} />
        </Fact>
        {stripeID && (
          <Fact label={m.payout_cards()}>
            <Account id={stripeID} email={stripeConnectedEmail} />
          </Fact>
        )}
        <Fact label={m.payout_currency()} hint={currency && m.payout_currency_hint()}>
          {currency ? currencyNames[currency]() : m.payout_currency_none()}
        </Fact>
        <Fact label={m.payout_fee()}>{m.payout_fee_text(example)}</Fact>
      </Facts>
      <p className="mt-6 text-sm text-muted">{m.payout_read_only()}</p>
    </Card>
  )
}

function Account({ id, email }: { id: string | null; email: string | null }) {
  if (!id) return m.payout_none()
  return email ? m.payout_connected({ email }) : m.payout_connected_nameless()
}
