import type { AccountEvent, AccountEventKind } from '../../../../contract/accounts/account-event.ts'
import type { CallResponse } from '../../../../contract/call.ts'
import type { listAccountEvents } from '../../../../contract/accounts/security-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatDateTime } from '../../lib/format.ts'
import type { Before } from '../../lib/payments/use-before.ts'
import type { Loaded } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { BlockSkeletons } from '../../ui/skeleton.tsx'

interface AccountEventsProps {
  found: Loaded<CallResponse<typeof listAccountEvents>>
  page: Before
}

/** The record of an account, for its owner and for admins. */
export function AccountEvents({ found, page }: AccountEventsProps) {
  return (
    <Loadable loaded={found} failedText={m.events_failed()} skeleton={<BlockSkeletons count={2} />}>
      {({ events, next }) => (
        <>
          <List items={events} empty={<EmptyNote text={m.events_empty()} />}>
            {(event) => <Row key={event.id} event={event} />}
          </List>
          <div className="mt-4 flex gap-2 empty:hidden">
            {!page.isFirst && (
              <Button size="small" onClick={() => page.go()}>
                {m.events_newest()}
              </Button>
            )}
            {next !== null && (
              <Button size="small" onClick={() => page.go(next)}>
                {m.statement_older()}
              </Button>
            )}
          </div>
        </>
      )}
    </Loadable>
  )
}

const texts: Record<AccountEventKind, () => string> = {
  'log-in': m.events_log_in,
  'log-in-refused': m.events_log_in_refused,
  'code-refused': m.events_code_refused,
  'confirmation-refused': m.events_confirmation_refused,
  'passkey-refused': m.events_passkey_refused,
  password: m.events_password,
  google: m.events_google,
  email: m.events_email,
  renamed: m.events_renamed,
  'two-factor-on': m.events_two_factor_on,
  'two-factor-off': m.events_two_factor_off,
  'recovery-codes': m.events_recovery_codes,
  'passkey-added': m.events_passkey_added,
  'passkey-removed': m.events_passkey_removed,
  'token-added': m.events_token_added,
  'token-removed': m.events_token_removed,
  'webhook-added': m.events_webhook_added,
  'webhook-removed': m.events_webhook_removed,
  'webhook-secret-shown': m.events_webhook_secret_shown,
  'webhook-secret-replaced': m.events_webhook_secret_replaced,
  'overlay-key-shown': m.events_overlay_key_shown,
  'overlay-key-replaced': m.events_overlay_key_replaced,
  payout: m.events_payout,
  'platform-connected': m.events_platform_connected,
  'moderator-invited': m.events_moderator_invited,
  'moderator-joined': m.events_moderator_joined,
  deletion: m.events_deletion,
  undone: m.events_undone,
  'logged-out': m.events_logged_out,
}

function Row({ event: { kind, device, at } }: { event: AccountEvent }) {
  return (
    <li className="py-3 wrap-anywhere first:pt-0">
      <p className="font-semibold">{texts[kind]()}</p>
      <p className="text-sm text-muted">{[device, formatDateTime(at)].filter(Boolean).join(' · ')}</p>
    </li>
  )
}
