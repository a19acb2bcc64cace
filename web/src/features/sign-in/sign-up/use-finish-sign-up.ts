import { useNavigate } from 'react-router-dom'
import { m } from '../../../../../i18n/compiled/messages.js'
import { homeOf, refreshSession } from '../../../lib/session.ts'
import { toast } from '../../../lib/toast.ts'
import type { SignUpAccess } from './use-sign-up.ts'
import { forgetWizard } from './sign-up-draft.ts'

/** Welcomes whose account the server has just opened: signed in, at home, and with the wizard forgotten. */
export function useOpened() {
  const navigate = useNavigate()
  return async ({ keep }: Pick<SignUpAccess, 'keep'>): Promise<void> => {
    const user = await refreshSession()
    forgetWizard()
    toast.success(m.signup_welcome({ name: user.displayName }))
    void navigate(homeOf(user), { replace: true })
    keep(null)
  }
}
