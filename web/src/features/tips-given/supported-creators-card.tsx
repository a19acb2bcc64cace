import { Link } from 'react-router-dom'
import { getSupportedCreators } from '../../../../contract/insights/insight-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { RowSkeletons } from '../../ui/skeleton.tsx'

/** The creators whom the user supports, with the sums given. */
export function SupportedCreatorsCard() {
  const supported = useCall(getSupportedCreators)
  return (
    <Card id="supported" title={m.supported_title()}>
      <Loadable
        loaded={supported}
        failedText={m.supported_failed()}
        skeleton={<RowSkeletons label={m.supported_loading()} count={3} />}
      >
        {({ creators }) => (
          <List items={creators} empty={<EmptyNote text={m.supported_empty()} />}>
            {({ user_name: userName, display_name: name, image, amount, currency, tips }) => (
              <li key={`${userName}-${currency}`}>
                <Link
                  to={`/${userName}/current-goals`}
                  className="flex min-h-16 items-center gap-3 rounded-card px-1 py-2 hover:bg-ink/4"
                >
                  <Avatar src={image} name={name} className="size-10 shrink-0 text-base" />
                  <span className="min-w-0 grow">
                    <span className="block truncate font-semibold">{name}</span>
                    <span className="block text-sm text-muted">{m.supported_tips({ count: tips })}</span>
                  </span>
                  <span className="money text-lg">{formatAmount(amount, currency)}</span>
                </Link>
              </li>
            )}
          </List>
        )}
      </Loadable>
    </Card>
  )
}
