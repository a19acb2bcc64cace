import type { SignUp } from '../../../../../contract/sign-up-calls.ts'
import type { SignUpAccess } from './use-sign-up.ts'

/** What the form of a step works with. */
export interface StepProps extends Pick<SignUpAccess, 'runStep' | 'clockOffsetMs' | 'setSignUp' | 'refetch'> {
  signUp: SignUp
  /** Takes the server's state of the sign-up and opens the next step. */
  onDone: (signUp: SignUp) => void
}
