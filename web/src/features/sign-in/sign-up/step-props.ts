import type { SignUp } from '../../../../../contract/sign-up-calls.ts'
import type { SignUpAccess } from './use-sign-up.ts'

/** What a step of the wizard works with. */
export interface StepProps {
  signUp: SignUp
  attempt: SignUpAccess['attempt']
  /** Hears what the server now knows, when the step is done. */
  onDone: (signUp: SignUp) => void
}
