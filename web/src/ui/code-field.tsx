import type { InputHTMLAttributes, ReactNode } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { Field } from './field.tsx'
import { focusOnMount } from './focus-on-mount.ts'

interface CodeFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  error?: ReactNode
}

/** The field for a code of an authenticator app, or a recovery code. It takes the focus when it appears. */
export function CodeField(props: CodeFieldProps) {
  return (
    <Field
      {...props}
      ref={focusOnMount}
      label={m.login_code()}
      hint={m.login_code_hint()}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
