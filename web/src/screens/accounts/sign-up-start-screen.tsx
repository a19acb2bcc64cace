import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { SignUp } from '../../../../contract/accounts/sign-up-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { GoogleButton } from '../../features/sign-in/google/google-button.tsx'
import { GoogleNote } from '../../features/sign-in/google/google-note.tsx'
import { StartForm } from '../../features/sign-in/sign-up/start-form.tsx'
import { stepPath, listSteps } from '../../features/sign-in/sign-up/steps.ts'
import { useSignUp } from '../../features/sign-in/sign-up/use-sign-up.ts'
import { WizardFrame } from '../../features/sign-in/sign-up/wizard-frame.tsx'
import { saveDraft } from '../../lib/accounts/sign-up-draft.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/** The first step of sign-up. Visitors with an unfinished sign-up can continue it or start over. */
export function SignUpStartScreen() {
  useTitle(m.header_sign_up())
  const navigate = useNavigate()
  const { signUp, setSignUp } = useSignUp()
  useClaimedName()

  function handleStarted(started: SignUp) {
    setSignUp(started)
    void navigate(stepPath('select-role'))
  }
  return (
    <>
      <WizardFrame step="start" steps={listSteps(signUp)} title={m.signup_title()} hint={m.signup_hint()}>
        {signUp && <Underway signUp={signUp} />}
        <GoogleNote />
        <GoogleButton page="sign-up" />
        <StartForm onStarted={handleStarted} />
      </WizardFrame>
      <p className="-mt-4 mb-10 text-center text-muted">
        {m.signup_have_account()} <TextLink to="/account">{m.header_log_in()}</TextLink>
      </p>
    </>
  )
}

/** Keeps the name that was typed into the landing page before its code had loaded. */
function useClaimedName(): void {
  const name = useSearchParams()[0].get('customUserName')
  useEffect(() => {
    if (name) saveDraft({ customUserName: name })
  }, [name])
}

function Underway({ signUp }: { signUp: SignUp }) {
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-card bg-sunken p-4">
      <p className="min-w-0 break-words">{m.signup_underway({ email: signUp.email })}</p>
      <ButtonLink to={stepPath(signUp.step)} size="small" kind="dark">
        {m.signup_go_on()}
      </ButtonLink>
    </div>
  )
}
