import { useState } from 'react'
import { getWebhooks } from '../../../../../contract/tools/webhook-calls.ts'
import type { WebhookEndpoint } from '../../../../../contract/tools/webhook-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Card } from '../../../ui/card.tsx'
import { List, Loadable } from '../../../ui/loadable.tsx'
import { EmptyNote } from '../../../ui/notes.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { AddWebhookForm } from './add-webhook-form.tsx'
import { dialectTexts } from './dialect-texts.ts'
import { NewSecret } from './new-secret.tsx'
import { WebhookRow } from './webhook-row.tsx'

/** The endpoints that the creator's events are posted to. */
export function WebhooksCard() {
  const found = useCall(getWebhooks)
  const [shown, setShown] = useState<{ endpoint: WebhookEndpoint; secret: string }>()
  const change = (to: (now: WebhookEndpoint[]) => WebhookEndpoint[]) =>
    found.setData((now) => now && { endpoints: to(now.endpoints) })

  return (
    <Card id="webhooks" title={m.webhooks_title()} hint={m.webhooks_hint()}>
      <Loadable
        loaded={found}
        failedText={m.webhooks_failed()}
        skeleton={<RowSkeletons label={m.webhooks_loading()} />}
      >
        {({ endpoints }) => (
          <>
            <AddWebhookForm
              onAdded={(endpoint, secret) => {
                change((now) => [...now, endpoint])
                setShown(secret === null ? undefined : { endpoint, secret })
              }}
            />
            {shown && <ShownSecret {...shown} onDone={() => setShown(undefined)} />}
            <List
              items={endpoints}
              aria-label={m.webhooks_title()}
              empty={<EmptyNote text={m.webhooks_empty()} />}
            >
              {(endpoint) => (
                <WebhookRow
                  key={endpoint.id}
                  endpoint={endpoint}
                  onSecret={(now, secret) => {
                    change((all) => all.map((one) => (one.id === now.id ? now : one)))
                    setShown({ endpoint: now, secret })
                  }}
                  onRemoved={() => change((all) => all.filter(({ id }) => id !== endpoint.id))}
                  onSentAgain={found.refetch}
                />
              )}
            </List>
          </>
        )}
      </Loadable>
    </Card>
  )
}

interface ShownSecretProps {
  endpoint: WebhookEndpoint
  secret: string
  onDone: () => void
}

function ShownSecret({ endpoint: { dialect }, ...rest }: ShownSecretProps) {
  const { secret: texts } = dialectTexts[dialect]
  if (!texts) return null
  return (
    <NewSecret label={texts.label()} {...rest}>
      {texts.hint()}
    </NewSecret>
  )
}
