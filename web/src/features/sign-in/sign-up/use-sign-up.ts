import { useEffect, useMemo } from 'react'
import { getSignUp } from '../../../../../contract/accounts/sign-up-calls.ts'
import type { SignUp } from '../../../../../contract/accounts/sign-up-calls.ts'
import { CallError } from '../../../lib/calls/call-error.ts'
import { toast } from '../../../lib/toast.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { clearDraft, mergeIntoDraft } from '../../../lib/accounts/sign-up-draft.ts'
import { useNavigate } from 'react-router-dom'
import { m } from '../../../../../i18n/compiled/messages.js'
import { homePath, refreshSession } from '../../../lib/accounts/session.ts'

/** Loads the unfinished sign-up of this browser: undefined while it is loading, null when there is none. */
export function useSignUp() {
  const { data, hasFailed, refetch, setData, updatedAt } = useCall(getSignUp)
  const signUp = data?.signUp
  useEffect(() => {
    if (signUp) mergeIntoDraft(signUp)
  }, [signUp])
  /** How far the server's clock is ahead of this browser's, in milliseconds. */
  const clockOffsetMs = useMemo(() => (signUp ? Date.parse(signUp.now) - updatedAt : 0), [signUp, updatedAt])

  const setSignUp = (next: SignUp | null) => setData(() => ({ signUp: next }))

  /** Runs a step's call. If the sign-up has expired, it shows a toast and goes back to the first step; the draft is kept. */
  async function runStep<T>(step: () => Promise<T>): Promise<T> {
    try {
      return await step()
    } catch (failure) {
      if (failure instanceof CallError && failure.code === 'sign_up_expired') {
        toast.error(failure.message)
        failure.isShown = true
        setSignUp(null)
      }
      throw failure
    }
  }

  return { signUp, hasFailed, refetch, clockOffsetMs, setSignUp, runStep }
}

/** The state and actions that the wizard's steps share. */
type SignUpAccess = ReturnType<typeof useSignUp>

/** The props of a step's form. */
export interface StepProps extends Pick<SignUpAccess, 'runStep' | 'clockOffsetMs' | 'setSignUp' | 'refetch'> {
  signUp: SignUp
  /** Called with the sign-up that the server returned: stores it and opens the next step. */
  onDone: (signUp: SignUp) => void
}

/**
 * Returns the function to call once the server has created the account: it signs the visitor in, clears the draft and
 * opens their home page.
 */
export function useFinishSignUp(setSignUp: SignUpAccess['setSignUp']) {
  const navigate = useNavigate()
  return async (): Promise<void> => {
    const user = await refreshSession()
    clearDraft()
    toast.success(m.signup_welcome({ name: user.displayName }))
    void navigate(homePath(user), { replace: true })
    setSignUp(null)
  }
}
