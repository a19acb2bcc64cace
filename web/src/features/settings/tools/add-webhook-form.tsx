import { dialectName } from '../../../../../contract/tools/dialects.ts'
import { addWebhook } from '../../../../../contract/tools/webhook-calls.ts'
import type { WebhookEndpoint } from '../../../../../contract/tools/webhook-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useCallForm } from '../../../lib/forms/use-form.ts'
import { Field, Select } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { dialectTexts } from './dialect-texts.ts'

interface AddWebhookFormProps {
  onAdded: (endpoint: WebhookEndpoint, secret: string) => void
}

/** Chooses the form of an endpoint's requests and names its address. */
export function AddWebhookForm({ onAdded }: AddWebhookFormProps) {
  const form = useCallForm({
    definition: addWebhook,
    initial: { dialect: 'standard', url: '' },
    onDone({ endpoint, secret }) {
      form.reset()
      onAdded(endpoint, secret)
    },
  })
  const dialect = dialectName.parse(form.values.dialect)
  return (
    <Form form={form} submit={m.webhooks_add()} size="medium" kind="dark">
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[14rem_1fr]">
        <Select
          {...form.text('dialect')}
          label={m.webhooks_dialect()}
          hint={dialectTexts[dialect].hint()}
          options={dialectName.options.map((name) => [name, dialectTexts[name].name()])}
        />
        <Field
          {...form.text('url')}
          type="url"
          inputMode="url"
          label={m.webhooks_url()}
          hint={m.webhooks_url_hint()}
          placeholder="https://"
          autoComplete="off"
          dir="ltr"
        />
      </div>
    </Form>
  )
}
