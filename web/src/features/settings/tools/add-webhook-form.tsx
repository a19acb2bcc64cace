import { dialectName, dialects } from '../../../../../contract/tools/dialects.ts'
import type { DialectField } from '../../../../../contract/tools/dialects.ts'
import { addWebhook } from '../../../../../contract/tools/webhook-calls.ts'
import type { WebhookEndpoint } from '../../../../../contract/tools/webhook-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import type { TextProps } from '../../../lib/forms/use-form.ts'
import { useCallForm } from '../../../lib/forms/use-form.ts'
import { Field, Select } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { dialectTexts } from './dialect-texts.ts'

interface AddWebhookFormProps {
  /** The secret is null if it is the creator's own token. */
  onAdded: (endpoint: WebhookEndpoint, secret: string | null) => void
}

/** Chooses the form of an endpoint's requests, and takes what it needs: an address, or the creator's token at a service. */
export function AddWebhookForm({ onAdded }: AddWebhookFormProps) {
  const form = useCallForm({
    definition: addWebhook,
    initial: { dialect: 'standard', url: '', channel: '', token: '' },
    onDone({ endpoint, secret }) {
      form.reset()
      onAdded(endpoint, secret)
    },
  })
  const dialect = dialectName.parse(form.values.dialect)
  const { name, hint, tokenHint } = dialectTexts[dialect]
  const { fields, secret } = dialects[dialect]
  return (
    <Form
      form={form}
      submit={m.webhooks_add()}
      size="medium"
      kind="dark"
      note={
        secret === 'theirs' && (
          <p className="text-sm font-semibold">{m.webhooks_two_boxes({ service: name() })}</p>
        )
      }
    >
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[14rem_1fr]">
        <Select
          {...form.text('dialect')}
          label={m.webhooks_dialect()}
          hint={hint()}
          options={dialectName.options.map((one) => [one, dialectTexts[one].name()])}
        />
        <div className="grid gap-4">
          {fields.map((field) => (
            <EnteredField key={field} {...form.text(field)} name={field} tokenHint={tokenHint?.()} />
          ))}
        </div>
      </div>
    </Form>
  )
}

interface EnteredFieldProps extends TextProps {
  name: DialectField
  tokenHint: string | undefined
}

function EnteredField({ name, tokenHint, ...text }: EnteredFieldProps) {
  const shared = { ...text, name, dir: 'ltr' } as const
  switch (name) {
    case 'url':
      return (
        <Field
          {...shared}
          type="url"
          inputMode="url"
          label={m.webhooks_url()}
          hint={m.webhooks_url_hint()}
          placeholder="https://"
        />
      )
    case 'channel':
      return <Field {...shared} label={m.webhooks_channel()} hint={m.webhooks_channel_hint()} />
    case 'token':
      return <Field {...shared} type="password" label={m.webhooks_service_token()} hint={tokenHint} />
  }
}
