import { Heart, Radio } from 'lucide-react'
import * as z from 'zod/mini'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { creatorOrSupporter, selectRole } from '../../../../../contract/accounts/sign-up-calls.ts'
import type { CreatorOrSupporter } from '../../../../../contract/accounts/sign-up-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { useStore } from '../../../lib/store.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { ChoiceCard } from '../../../ui/choice-card.tsx'
import { CurrencyChoice } from '../../../parts/payments/currency-choice.tsx'
import type { StepProps } from './use-sign-up.ts'
import { saveDraft } from '../../../lib/accounts/sign-up-draft.ts'
import { Form, FormError } from '../../../ui/form.tsx'

const roles = [
  { value: 'creator', label: m.signup_creator, hint: m.signup_creator_hint, Icon: Radio },
  { value: 'supporter', label: m.signup_supporter, hint: m.signup_supporter_hint, Icon: Heart },
] as const

const schema = z.extend(selectRole.body, {
  creatorORsupporter: z.enum(creatorOrSupporter.options, { error: () => m.signup_role_missing() }),
})

interface Choice extends Record<string, string> {
  creatorORsupporter: CreatorOrSupporter | ''
  currency: PayoutCurrency
}

/** The step to choose between creator and supporter. Creators also choose their payout currency. */
export function RoleForm({ signUp, runStep, onDone }: StepProps) {
  const typed = useStore.getState().signupwizard
  const initial: Choice = {
    creatorORsupporter: typed.creatorORsupporter ?? signUp.creatorORsupporter ?? '',
    currency: signUp.currency ?? 'usd',
  }
  const form = useForm({
    initial,
    schema,
    isGuarded: false,
    onSubmit: async (body) => onDone(await runStep(() => call(selectRole, { body }, { errorsTo: 'caller' }))),
  })
  const { creatorORsupporter: role, currency } = form.values

  function handleRole(value: CreatorOrSupporter) {
    form.set('creatorORsupporter', value)
    saveDraft({ creatorORsupporter: value })
  }
  return (
    <Form form={form} submit={m.signup_next()} className="gap-5">
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">{m.signup_role_title()}</legend>
        {roles.map(({ value, label, hint, Icon }) => (
          <ChoiceCard
            key={value}
            name="creatorORsupporter"
            value={value}
            label={label()}
            hint={hint()}
            icon={<Icon aria-hidden className="size-6 shrink-0 text-coral-ink" />}
            checked={role === value}
            onChoose={() => handleRole(value)}
          />
        ))}
      </fieldset>
      {role === 'creator' && (
        <CurrencyChoice currency={currency} onChange={(value) => form.set('currency', value)} />
      )}
      <FormError>{form.errors.creatorORsupporter}</FormError>
    </Form>
  )
}
