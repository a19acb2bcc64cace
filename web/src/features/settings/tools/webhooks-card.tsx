import { useState } from 'react'
import { addWebhook, getWebhooks } from '../../../../../contract/tools/webhook-calls.ts'
import type { WebhookEndpoint } from '../../../../../contract/tools/webhook-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useCall } from '../../../lib/calls/use-call.ts'
import { useCallForm } from '../../../lib/forms/use-form.ts'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { InlineForm } from '../../../ui/form.tsx'
import { List, Loadable } from '../../../ui/loadable.tsx'
import { EmptyNote } from '../../../ui/notes.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { NewSecret } from './new-secret.tsx'
import { WebhookRow } from './webhook-row.tsx'

/** The endpoints that the creator's events are posted to. */
export function WebhooksCard() {
  const found = useCall(getWebhooks)
  const [secret, setSecret] = useState<string>()
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
            <AddForm
              onAdded={(endpoint, made) => {
                change((now) => [...now, endpoint])
                setSecret(made)
              }}
            />
            {secret && (
              <NewSecret label={m.webhooks_secret()} secret={secret} onDone={() => setSecret(undefined)}>
                {m.webhooks_secret_hint()}
              </NewSecret>
            )}
            <List
              items={endpoints}
              aria-label={m.webhooks_title()}
              empty={<EmptyNote text={m.webhooks_empty()} />}
            >
              {(endpoint) => (
                <WebhookRow
                  key={endpoint.id}
                  endpoint={endpoint}
                  onSecret={(now, shown) => {
                    change((all) => all.map((one) => (one.id === now.id ? now : one)))
                    setSecret(shown)
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

function AddForm({ onAdded }: { onAdded: (endpoint: WebhookEndpoint, secret: string) => void }) {
  const form = useCallForm({
    definition: addWebhook,
    initial: { url: '' },
    onDone({ endpoint, secret }) {
      form.reset()
      onAdded(endpoint, secret)
    },
  })
  return (
    <InlineForm form={form} submit={m.webhooks_add()}>
      <Field
        {...form.text('url')}
        type="url"
        inputMode="url"
        label={m.webhooks_url()}
        error={form.errors.url ?? form.errors.form}
        hint={m.webhooks_url_hint()}
        placeholder="https://"
        autoComplete="off"
        dir="ltr"
      />
    </InlineForm>
  )
}
