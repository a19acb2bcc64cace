import { useState } from 'react'
import { getApiTokens, revokeApiToken } from '../../../../../contract/tools/api-token-calls.ts'
import type { ApiToken } from '../../../../../contract/tools/api-token-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { formatDay, formatTimeAgo, useNow } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { List, Loadable } from '../../../ui/loadable.tsx'
import { EmptyNote } from '../../../ui/notes.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { AddTokenForm } from './add-token-form.tsx'
import { NewSecret } from './new-secret.tsx'
import { scopeTexts } from './scope-texts.ts'

/** The API tokens of the creator's tools: makes them, shows each once, and revokes them. */
export function TokensCard() {
  const found = useCall(getApiTokens)
  const [isOpen, setIsOpen] = useState(false)
  const [made, setMade] = useState<string>()
  const change = (to: (now: ApiToken[]) => ApiToken[]) =>
    found.setData((now) => now && { tokens: to(now.tokens) })

  return (
    <Card id="api-tokens" title={m.tokens_title()} hint={<Hint />}>
      <Loadable
        loaded={found}
        failedText={m.tokens_failed()}
        skeleton={<RowSkeletons label={m.tokens_loading()} />}
      >
        {({ tokens }) => (
          <>
            <List
              items={tokens}
              aria-label={m.tokens_title()}
              empty={!isOpen && !made && <EmptyNote text={m.tokens_empty()} />}
            >
              {(token) => (
                <TokenRow
                  key={token.id}
                  token={token}
                  onRevoked={() => change((now) => now.filter(({ id }) => id !== token.id))}
                />
              )}
            </List>
            {made && (
              <NewSecret label={m.tokens_new()} secret={made} onDone={() => setMade(undefined)}>
                {m.tokens_new_hint()}
              </NewSecret>
            )}
            {isOpen ? (
              <AddTokenForm
                onAdded={({ apiToken, token }) => {
                  change((now) => [...now, apiToken])
                  setMade(token)
                  setIsOpen(false)
                }}
                onCancel={() => setIsOpen(false)}
              />
            ) : (
              <Button kind="dark" className="mt-4" onClick={() => setIsOpen(true)}>
                {m.tokens_add()}
              </Button>
            )}
          </>
        )}
      </Loadable>
    </Card>
  )
}

function Hint() {
  return (
    <>
      <span>{m.tokens_hint()}</span> <TextLink to="/api-reference">{m.tokens_reference()}</TextLink>
    </>
  )
}

function TokenRow({ token, onRevoked }: { token: ApiToken; onRevoked: () => void }) {
  const { id, name, scopes, expiresAt, lastUsedAt, createdAt } = token
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, run } = useAction()
  const now = useNow()
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now
  const end = expiresAt === null ? m.tokens_ends_never() : m.tokens_ends({ day: formatDay(expiresAt) })

  async function handleRevoke() {
    if (!(await run(() => call(revokeApiToken, { body: { id } })))) return
    toast.success(m.tokens_revoked({ name }))
    onRevoked()
  }
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 grow">
        <p className="font-semibold break-words">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-muted">{scopes.map((scope) => scopeTexts[scope]()).join(' · ')}</p>
        <p className="text-sm text-muted">
          <span>
            {lastUsedAt
              ? m.tokens_used({ time: formatTimeAgo(lastUsedAt, now) })
              : m.tokens_never_used({ time: formatTimeAgo(createdAt, now) })}
          </span>
          <span>{' · '}</span>
          <span>{isOver ? <span className="font-semibold text-rose">{m.tokens_over()}</span> : end}</span>
        </p>
      </div>
      <Button size="small" aria-label={m.tokens_revoke_label({ name })} onClick={() => setIsAsking(true)}>
        {m.tokens_revoke()}
      </Button>
      <Dialog
        title={m.tokens_revoke_title({ name })}
        description={m.tokens_revoke_text()}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <Button kind="danger" className="w-full" isBusy={isBusy} onClick={() => void handleRevoke()}>
          {m.tokens_revoke()}
        </Button>
      </Dialog>
    </li>
  )
}
