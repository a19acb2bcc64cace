import * as z from 'zod/mini'
import { addApiToken } from '../../../../../contract/tools/api-token-calls.ts'
import type { CallResponse } from '../../../../../contract/call.ts'
import { tokenLifetimes, toolScope } from '../../../../../contract/tools/tool-scopes.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { Field, Select, focusOnMount } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { scopeTexts } from './scope-texts.ts'

interface AddTokenFormProps {
  onAdded: (made: CallResponse<typeof addApiToken>) => void
  onCancel: () => void
}

const endless = 'never'
const initial = {
  name: '',
  days: '90',
  'goals:read': true,
  'tips:read': true,
  'board:read': true,
  'panel:read': false,
  'timers:read': false,
  'panel:act': false,
  'timers:act': false,
  'alerts:test': false,
  'events:send': false,
}
const schema = z.object({ name: addApiToken.body.shape.name, days: z.string() })

/** Names a new token, and chooses what it may do and when it ends. */
export function AddTokenForm({ onAdded, onCancel }: AddTokenFormProps) {
  const form = useForm({
    initial,
    schema,
    onSubmit: async ({ name, days }: { name: string; days: string }): Promise<void> => {
      const lifetime = tokenLifetimes.find((one) => String(one) === days) ?? null
      const scopes = toolScope.options.filter((scope) => form.values[scope])
      if (scopes.length === 0) return form.setErrors({ form: m.tokens_scope_missing() })
      onAdded(await call(addApiToken, { body: { name, scopes, days: lifetime } }, { errorsTo: 'caller' }))
    },
  })
  const lifetimes = [
    ...tokenLifetimes.map((days) => [String(days), m.tokens_days({ count: days })] as const),
    [endless, m.tokens_endless()] as const,
  ]
  return (
    <Form form={form} submit={m.tokens_make()} size="medium" onCancel={onCancel} className="mt-4 gap-4">
      <Field
        {...form.text('name')}
        ref={focusOnMount}
        label={m.tokens_name()}
        hint={m.tokens_name_hint()}
        maxLength={50}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">{m.tokens_scopes()}</legend>
        {toolScope.options.map((scope) => (
          <SwitchRow
            key={scope}
            name={scope}
            label={scopeTexts[scope]()}
            checked={form.values[scope]}
            onChange={(on) => form.set(scope, on)}
          />
        ))}
      </fieldset>
      <Select {...form.text('days')} label={m.tokens_end()} options={lifetimes} />
    </Form>
  )
}
