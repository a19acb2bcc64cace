import { useState } from 'react'
import { openGoogleAccount } from '../../../../../contract/accounts/google-calls.ts'
import { aboutYourself } from '../../../../../contract/accounts/sign-up-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { retryWithProof } from '../../../lib/calls/retry-with-proof.ts'
import { useStore } from '../../../lib/store.ts'
import { browserTimeZone } from '../../../lib/accounts/time-zone.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { Field, TextArea } from '../../../ui/field.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { ExistingAccountNote } from './existing-account-note.tsx'
import type { StepProps } from './use-sign-up.ts'
import { saveDraft } from '../../../lib/accounts/sign-up-draft.ts'
import { useFinishSignUp } from './use-sign-up.ts'
import { Form } from '../../../ui/form.tsx'

const bioLength = 1000

/** The step for display name and bio. It is the last one of a sign-up with Google. */
export function AboutForm({ signUp, runStep, setSignUp, onDone }: StepProps) {
  const finish = useFinishSignUp(setSignUp)
  const [hasAccount, setHasAccount] = useState(false)
  const typed = useStore.getState().signupwizard
  const form = useForm({
    initial: { DisplayName: typed.DisplayName || signUp.DisplayName, About: typed.About || signUp.About },
    schema: aboutYourself.body,
    onDraft: saveDraft,
    onSubmit: async (body) => {
      const described = await runStep(() =>
        retryWithProof((proof) => call(aboutYourself, { body: { ...body, proof } }, { errorsTo: 'caller' })),
      )
      if (!described.isGoogleAccount) return onDone(described)
      await runStep(() =>
        call(openGoogleAccount, { body: { timeZone: browserTimeZone() } }, { errorsTo: 'caller' }),
      )
      await finish()
    },
    onRefused: (code) => setHasAccount(code === 'email_taken'),
  })
  return (
    <Form
      form={form}
      submit={signUp.isGoogleAccount ? m.signup_finish() : m.signup_send_code()}
      note={
        <>
          {hasAccount && <ExistingAccountNote email={signUp.email} />}
          {signUp.isGoogleAccount && <Consent />}
        </>
      }
    >
      <Field
        {...form.text('DisplayName')}
        label={m.signup_display_name()}
        autoComplete="nickname"
        maxLength={50}
      />
      <TextArea
        {...form.text('About')}
        label={m.profile_bio()}
        aside={m.signup_optional()}
        hint={m.characters_left({ count: bioLength - form.values.About.length })}
        maxLength={bioLength}
        rows={5}
      />
    </Form>
  )
}

/** The consent to the terms for sign-ups with Google, which skip the first step's checkbox. */
function Consent() {
  return (
    <p className="text-sm text-muted">
      {m.signup_google_accept()}{' '}
      <TextLink to="/terms-of-service" isNewTab>
        {m.policy_terms()}
      </TextLink>{' '}
      {m.signup_accept_and()}{' '}
      <TextLink to="/privacy-policy" isNewTab>
        {m.policy_privacy()}
      </TextLink>
      .
    </p>
  )
}
