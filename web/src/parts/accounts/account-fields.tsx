/** The fields that accounts need: email, password and code. */
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { Field, focusOnMount } from '../../ui/field.tsx'

type AccountFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'className' | 'label'> & {
  label?: string
}

/** An email field, whose default label is that of an account's email. */
export function EmailField({ label = m.login_email(), ...props }: AccountFieldProps) {
  return <Field autoComplete="username" {...props} label={label} type="email" inputMode="email" />
}

/**
 * The account that the form's password belongs to, for password managers: without it they save a changed password as that of another account
 * (https://www.chromium.org/developers/design-documents/form-styles-that-chromium-understands/). Nobody sees the field.
 */
export function UsernameField({ email }: { email: string }) {
  return <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
}

/** A password field with a button to show the password; by default the account's current one. */
export function PasswordField({ label = m.account_password_current(), ...props }: AccountFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <Field
        autoComplete="current-password"
        {...props}
        label={label}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className="pr-13"
      />
      <button
        type="button"
        aria-label={isShown ? m.login_hide_password() : m.login_show_password()}
        onClick={() => setIsShown(!isShown)}
        className="absolute top-[1.75rem] right-0.5 grid size-11 place-items-center rounded-full text-muted hover:text-ink"
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </div>
  )
}

/** The field of a password to choose. */
export function NewPasswordField(props: AccountFieldProps) {
  return <PasswordField hint={m.signup_password_hint()} autoComplete="new-password" {...props} />
}

/** A field for a code from an authenticator app, or for a recovery code. By default it takes the focus when it appears. */
export function CodeField(props: AccountFieldProps) {
  return (
    <Field
      hint={m.login_code_hint()}
      autoCapitalize="none"
      ref={focusOnMount}
      {...props}
      label={m.login_code()}
      autoComplete="one-time-code"
      spellCheck={false}
    />
  )
}
