import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { logIn } from '../../../../contract/account-calls.ts'
import type { SessionUser } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { refreshSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

interface LogInFormProps {
  email: string
  onLoggedIn: (user: SessionUser) => void
}

type Errors = Partial<Record<'email' | 'password' | 'form', string>>

/** E-mail and password; what is wrong stands beside the field, and what was typed stays. */
export function LogInForm({ email: given, onLoggedIn }: LogInFormProps) {
  const [email, setEmail] = useState(given)
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [isBusy, setIsBusy] = useState(false)

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const missing = findMissing(email, password)
    setErrors(missing)
    if (Object.keys(missing).length > 0) return
    setIsBusy(true)
    try {
      await call(logIn, { body: { email, password } }, { errorsTo: 'caller' })
      onLoggedIn(await refreshSession())
    } catch (error) {
      setErrors(toErrors(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <Field
        label={m.login_email()}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        value={email}
        error={errors.email}
        onChange={(event) => setEmail(event.target.value)}
        onBlur={() =>
          setErrors((now) => ({ ...now, email: email ? findMissing(email, 'x').email : undefined }))
        }
      />
      <PasswordField value={password} error={errors.password} onChange={setPassword} />
      {errors.form && (
        <p role="alert" className="rounded-card bg-rose/10 px-4 py-3 text-sm font-medium text-rose">
          {errors.form}
        </p>
      )}
      <Button
        type="submit"
        kind="primary"
        size="large"
        state={isBusy ? 'busy' : 'idle'}
        busyLabel={m.login_busy()}
      >
        {m.login_submit()}
      </Button>
    </form>
  )
}

interface PasswordFieldProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function PasswordField({ value, error, onChange }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <Field
        label={m.login_password()}
        type={isShown ? 'text' : 'password'}
        name="password"
        autoComplete="current-password"
        value={value}
        error={error}
        className="pr-13"
        onChange={(event) => onChange(event.target.value)}
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

function findMissing(email: string, password: string): Errors {
  return {
    ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: m.login_email_missing() }),
    ...(password ? {} : { password: m.login_password_missing() }),
  }
}

/** A refusal that names a field stands beside it; every other one stands above the button. */
function toErrors(error: unknown): Errors {
  if (!(error instanceof CallError)) return { form: m.error_unexpected() }
  const email = error.fields['body.email'] ?? error.fields.email
  const password = error.fields['body.password'] ?? error.fields.password
  if (email || password) return { ...(email ? { email } : {}), ...(password ? { password } : {}) }
  return error.isShown ? {} : { form: error.message }
}
