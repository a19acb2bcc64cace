import type { SignUp } from '../../../../../contract/sign-up-calls.ts'
import type { SignUpAccess } from './use-sign-up.ts'

/** The props of a step's form. */
export interface StepProps extends Pick<SignUpAccess, 'runStep' | 'clockOffsetMs' | 'setSignUp' | 'refetch'> {
  signUp: SignUp
  /** Stores the server's sign-up and opens the next step. */
  onDone: (signUp: SignUp) => void
}
