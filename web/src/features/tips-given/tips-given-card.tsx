import { ReceiptText } from 'lucide-react'
import { Link } from 'react-router-dom'
import { getGivenTips } from '../../../../contract/insights/insight-calls.ts'
import type { GivenTip } from '../../../../contract/insights/insight-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { receiptPath } from '../../lib/payments/receipt-path.ts'
import { formatAmount, formatDay } from '../../lib/format.ts'
import { usePages } from '../../lib/calls/use-pages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { RowSkeletons } from '../../ui/skeleton.tsx'
import { browseLink } from '../../lib/pages/browse-link.ts'

/** The tips that the user gave, latest first, each with its receipt. */
export function TipsGivenCard() {
  const list = usePages<typeof getGivenTips, GivenTip>(getGivenTips, ({ tips }) => tips)
  return (
    <Card id="given" title={m.given_title()} hint={m.given_hint()}>
      <Loadable
        loaded={list}
        failedText={m.given_failed()}
        skeleton={<RowSkeletons label={m.given_loading()} count={8} />}
      >
        {(tips) => (
          <List items={tips} empty={<EmptyNote text={m.given_empty()} {...browseLink()} />}>
            {(tip) => <TipRow key={tip.id} tip={tip} />}
          </List>
        )}
      </Loadable>
      <MoreButton list={list} />
    </Card>
  )
}

function TipRow({ tip }: { tip: GivenTip }) {
  const { creator, amount, currency, goalTitle, at, returned, receipt } = tip
  const day = formatDay(at)
  return (
    <li className="flex items-start gap-3 py-3">
      <Avatar src={creator.image} name={creator.display_name} className="size-10 shrink-0 text-base" />
      <div className="min-w-0 grow">
        <p className="break-words">
          <Link
            to={`/${creator.user_name}/current-goals`}
            className="rounded-sm font-semibold hover:underline"
          >
            {creator.display_name}
          </Link>{' '}
          <span className="text-muted">
            {goalTitle ? m.inbox_towards({ goal: goalTitle }) : m.inbox_general()}
          </span>
        </p>
        <div className="flex min-h-11 flex-wrap items-center gap-x-2 text-sm text-muted">
          <time dateTime={at}>{day}</time>
          {returned > 0 && <span>· {m.given_returned({ amount: formatAmount(returned, currency) })}</span>}
          <ButtonLink
            to={receiptPath(receipt)}
            kind="quiet"
            size="small"
            label={m.receipt_open({ name: creator.display_name, date: day })}
          >
            <ReceiptText aria-hidden className="size-4" />
            {m.receipt_title()}
          </ButtonLink>
        </div>
      </div>
      <p className="money text-lg">{formatAmount(amount, currency)}</p>
    </li>
  )
}
