import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { Field } from './field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'className'>

/** A password field with a button to show the password. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <Field
        {...props}
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
