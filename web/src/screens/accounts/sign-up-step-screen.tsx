import { useEffect } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import type { SignUp, SignUpStep } from '../../../../contract/accounts/sign-up-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { saveDraft } from '../../lib/accounts/sign-up-draft.ts'
import type { StepProps } from '../../features/sign-in/sign-up/use-sign-up.ts'
import {
  isDecided,
  isReachable,
  listSteps,
  nextStep,
  stepPath,
} from '../../features/sign-in/sign-up/steps.ts'
import { useSignUp } from '../../features/sign-in/sign-up/use-sign-up.ts'
import { WizardFrame } from '../../features/sign-in/sign-up/wizard-frame.tsx'
import { useTitle } from '../../lib/pages/use-title.ts'
import { ErrorNote } from '../../ui/notes.tsx'
import { SignUpSkeleton } from './sign-up-layout.tsx'

const texts: Record<SignUpStep, { title: () => string; hint: (signUp: SignUp) => ReactNode }> = {
  'select-role': { title: m.signup_role_title, hint: () => m.signup_role_hint() },
  'select-url': { title: m.signup_url_title, hint: () => m.signup_url_text() },
  'select-profile-picture': { title: m.signup_picture_title, hint: () => m.signup_picture_text() },
  'about-yourself': { title: m.signup_about_title, hint: () => m.signup_about_text() },
  'OTP-verification': {
    title: m.signup_code_title,
    hint: ({ email, code }) => (code ? m.signup_code_text({ email }) : m.signup_code_unsent({ email })),
  },
}

interface SignUpStepScreenProps {
  step: SignUpStep
  Form: ComponentType<StepProps>
}

/** A step of the wizard after the first. A step that cannot be opened yet redirects to the first unfinished one. */
export function SignUpStepScreen({ step, Form }: SignUpStepScreenProps) {
  const title = texts[step].title()
  useTitle(`${title} · ${m.header_sign_up()}`)
  const navigate = useNavigate()
  const { email } = useParams()
  const { signUp, hasFailed, refetch, ...access } = useSignUp()

  if (signUp === undefined) {
    return hasFailed ? <ErrorNote text={m.signup_load_failed()} onRetry={refetch} /> : <SignUpSkeleton />
  }
  if (email !== undefined && !isSameEmail(email, signUp?.email)) return <RestartWithEmail email={email} />
  if (!signUp) return <Navigate to={stepPath('start')} replace />
  if (!isReachable(step, signUp) || isDecided(step, signUp))
    return <Navigate to={stepPath(signUp.step)} replace />

  function handleDone(next: SignUp) {
    access.setSignUp(next)
    void navigate(stepPath(nextStep(step, next)))
  }
  return (
    <WizardFrame step={step} steps={listSteps(signUp)} title={title} hint={texts[step].hint(signUp)}>
      <Form {...access} signUp={signUp} refetch={refetch} onDone={handleDone} />
    </WizardFrame>
  )
}

/** Opens the first step with the email from the address filled in. */
function RestartWithEmail({ email }: { email: string }) {
  useEffect(() => saveDraft({ email }), [email])
  return <Navigate to="/signup" replace />
}

function isSameEmail(a: string, b: string | undefined): boolean {
  return a.trim().toLowerCase() === b?.toLowerCase()
}
