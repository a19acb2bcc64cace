import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import type { CallResponse } from '../../../../contract/call.ts'
import { confirmTwoFactor, startTwoFactor } from '../../../../contract/accounts/two-factor-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field, focusOnMount } from '../../ui/field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useCallForm } from '../../lib/forms/use-form.ts'
import { Form } from '../../ui/form.tsx'

type Draft = CallResponse<typeof startTwoFactor>

interface TwoFactorSetupProps {
  onCodes: (recoveryCodes: string[]) => void
  /** Called when two-factor authentication turns out to be on already, for example from another tab. */
  onOn: () => void
  onCancel: () => void
}

/** Sets up two-factor authentication: explains what is needed, shows the secret, and asks for a first code from the app. */
export function TwoFactorSetup({ onCodes, onOn, onCancel }: TwoFactorSetupProps) {
  const [draft, setDraft] = useState<Draft>()
  return draft ? (
    <ConfirmForm draft={draft} onCodes={onCodes} onCancel={onCancel} />
  ) : (
    <StartForm onDraft={setDraft} onOn={onOn} onCancel={onCancel} />
  )
}

interface StartFormProps extends Pick<TwoFactorSetupProps, 'onOn' | 'onCancel'> {
  onDraft: (draft: Draft) => void
}

function StartForm({ onDraft, onOn, onCancel }: StartFormProps) {
  const form = useCallForm({
    definition: startTwoFactor,
    initial: {},
    onDone: onDraft,
    onRefused: (code) => code === 'two_factor_on' && onOn(),
  })
  return (
    <Form form={form} submit={m.signup_next()} kind="dark" size="medium" onCancel={onCancel}>
      <p>{m.two_factor_start_text()}</p>
    </Form>
  )
}

interface ConfirmFormProps extends Pick<TwoFactorSetupProps, 'onCodes' | 'onCancel'> {
  draft: Draft
}

function ConfirmForm({ draft: { secret, address }, onCodes, onCancel }: ConfirmFormProps) {
  const form = useCallForm({
    definition: confirmTwoFactor,
    initial: { code: '' },
    fieldOfCode: { wrong_code: 'code' },
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  return (
    <Form {...{ form, onCancel }} submit={m.two_factor_turn_on()} kind="dark" size="medium" className="gap-5">
      <div className="grid gap-5 sm:grid-cols-[auto_1fr] sm:items-center">
        {/* White in the dark theme too, because cameras need the contrast to read the QR code. */}
        <div className="w-fit rounded-card border border-line bg-white p-3">
          <QRCodeSVG value={address} size={176} marginSize={1} title={m.two_factor_qr()} />
        </div>
        <div className="min-w-0">
          <p>{m.two_factor_scan()}</p>
          <p className="mt-2 sm:hidden">
            <TextLink to={address}>{m.two_factor_open_app()}</TextLink>
          </p>
          <p className="mt-3 text-sm text-muted">{m.two_factor_type()}</p>
          <div className="mt-1 flex flex-wrap items-center gap-3">
            <code className="text-base font-semibold tracking-wide break-words">{inFours(secret)}</code>
            <CopyButton text={secret} />
          </div>
        </div>
      </div>
      <Field
        {...form.text('code')}
        ref={focusOnMount}
        label={m.login_code()}
        hint={m.two_factor_code_hint()}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="max-w-60"
      />
    </Form>
  )
}

/** Splits a secret into groups of four characters, which are easier to type. */
function inFours(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
