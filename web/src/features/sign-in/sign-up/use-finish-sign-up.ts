import { useNavigate } from 'react-router-dom'
import { m } from '../../../../../i18n/compiled/messages.js'
import { homePath, refreshSession } from '../../../lib/session.ts'
import { toast } from '../../../lib/toast.ts'
import { clearDraft } from './sign-up-draft.ts'
import type { SignUpAccess } from './use-sign-up.ts'

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
