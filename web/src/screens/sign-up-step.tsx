import type { ReactNode } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import type { SignUp, SignUpStep as Step } from '../../../contract/sign-up-calls.ts'
import { m } from '../../../i18n/compiled/messages.js'
import type { StepProps } from '../features/sign-in/sign-up/step-props.ts'
import { isOpen, pathOf, stepBeside, stepsOf } from '../features/sign-in/sign-up/steps.ts'
import type { SignUpAccess } from '../features/sign-in/sign-up/use-sign-up.ts'
import { useSignUp } from '../features/sign-in/sign-up/use-sign-up.ts'
import { WizardFrame } from '../features/sign-in/sign-up/wizard-frame.tsx'
import { useTitle } from '../lib/use-title.ts'
import { ErrorNote } from '../ui/notes.tsx'
import { SignUpSkeleton } from './sign-up-layout.tsx'

interface SignUpStepProps {
  step: Step
  title: string
  hint: (signUp: SignUp) => ReactNode
  children: (props: StepProps, access: SignUpAccess) => ReactNode
}

/** The frame of a step after the first. Opened out of order it goes to the first step that is still to do. */
export function SignUpStep({ step, title, hint, children }: SignUpStepProps) {
  useTitle(`${title} · ${m.header_sign_up()}`)
  const navigate = useNavigate()
  const access = useSignUp()
  const { signUp, error, isFetching, refetch } = access

  if (signUp === undefined) {
    const isLost = error && !isFetching
    return isLost ? <ErrorNote text={m.signup_load_failed()} onRetry={refetch} /> : <SignUpSkeleton />
  }
  if (!signUp) return <Navigate to={pathOf('start')} replace />
  if (!isOpen(step, signUp)) return <Navigate to={pathOf(signUp.step)} replace />

  function handleDone(next: SignUp) {
    access.keep(next)
    void navigate(pathOf(stepBeside(step)))
  }
  return (
    <WizardFrame step={step} steps={stepsOf(signUp)} title={title} hint={hint(signUp)}>
      {children({ signUp, attempt: access.attempt, onDone: handleDone }, access)}
    </WizardFrame>
  )
}
