import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { m } from '../../../i18n/compiled/messages.js'
import { RoleForm } from '../features/sign-in/sign-up/role-form.tsx'
import { useSignUp } from '../features/sign-in/sign-up/use-sign-up.ts'
import { draft } from '../features/sign-in/sign-up/sign-up-draft.ts'
import { SignUpStep } from './sign-up-step.tsx'

/** Creator or supporter. An e-mail in the address is for the first step, unless that step is done with it. */
export function SignUpRoleScreen() {
  const { email } = useParams()
  const { signUp } = useSignUp()
  const isNews = email !== undefined && signUp !== undefined && !isSame(email, signUp?.email)
  if (isNews) return <ToStart email={email} />
  return (
    <SignUpStep step="select-role" title={m.signup_role_title()} hint={() => m.signup_role_hint()}>
      {(props) => <RoleForm {...props} />}
    </SignUpStep>
  )
}

/** Fills the e-mail in before the first step opens. */
function ToStart({ email }: { email: string }) {
  useEffect(() => draft({ email }), [email])
  return <Navigate to="/signup" replace />
}

function isSame(a: string, b: string | undefined): boolean {
  return a.trim().toLowerCase() === b?.toLowerCase()
}
