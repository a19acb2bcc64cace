import { signUpStep } from '../../../../../contract/accounts/sign-up-calls.ts'
import { readSolo } from '../../../lib/pages/site-document.ts'
import type { SignUp, SignUpStep } from '../../../../../contract/accounts/sign-up-calls.ts'

/** A page of the wizard: the start, or one of the steps that the server knows. */
export type WizardStep = 'start' | SignUpStep

const wizardSteps: readonly WizardStep[] = ['start', ...signUpStep.options]

/** Returns the steps of a sign-up. A sign-up with Google needs no code, because Google has verified the email address. */
export function listSteps(
  signUp: Pick<SignUp, 'isGoogleAccount' | 'creatorORsupporter'> | null | undefined,
): readonly WizardStep[] {
  const steps = wizardSteps.filter((step) => !isDecided(step, signUp))
  return signUp?.isGoogleAccount ? steps.filter((step) => step !== 'OTP-verification') : steps
}

/** Returns whether solo mode has decided what a step asks for: the role, and the public name of the creator. */
export function isDecided(
  step: WizardStep,
  signUp: Pick<SignUp, 'creatorORsupporter'> | null | undefined,
): boolean {
  if (!readSolo()) return false
  return step === 'select-role' || (step === 'select-url' && signUp?.creatorORsupporter === 'creator')
}

/** Returns the address of a step. */
export function stepPath(step: WizardStep): string {
  return step === 'start' ? '/signup' : `/signup/${step}`
}

/** Returns the next step that solo mode has not decided. After the last step it returns the step itself. */
export function nextStep(step: WizardStep, signUp: SignUp | undefined): WizardStep {
  const next = wizardSteps[wizardSteps.indexOf(step) + 1] ?? step
  return isDecided(next, signUp) ? nextStep(next, signUp) : next
}

/**
 * Returns whether a step can be opened: it is done, or it is the first unfinished one, or all unfinished steps before it are
 * optional.
 */
export function isReachable(step: WizardStep, signUp: SignUp): boolean {
  const skippable = signUp.step === 'select-profile-picture' ? 'about-yourself' : signUp.step
  return wizardSteps.indexOf(step) <= wizardSteps.indexOf(skippable)
}
