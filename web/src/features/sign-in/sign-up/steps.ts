import { signUpStep } from '../../../../../contract/accounts/sign-up-calls.ts'
import type { SignUp, SignUpStep } from '../../../../../contract/accounts/sign-up-calls.ts'

/** A page of the wizard: the start, or one of the steps that the server knows. */
export type WizardStep = 'start' | SignUpStep

const wizardSteps: readonly WizardStep[] = ['start', ...signUpStep.options]

/** Returns the steps of a sign-up. A sign-up with Google needs no code, because Google has verified the email address. */
export function listSteps(signUp: Pick<SignUp, 'isGoogleAccount'> | null | undefined): readonly WizardStep[] {
  return signUp?.isGoogleAccount ? wizardSteps.filter((step) => step !== 'OTP-verification') : wizardSteps
}

/** Returns the address of a step. */
export function stepPath(step: WizardStep): string {
  return step === 'start' ? '/signup' : `/signup/${step}`
}

/** Returns the next step or, with -1, the previous one. Beyond the first and the last step it returns the step itself. */
export function adjacentStep(step: WizardStep, by: 1 | -1 = 1): WizardStep {
  return wizardSteps[wizardSteps.indexOf(step) + by] ?? step
}

/**
 * Returns whether a step can be opened: it is done, or it is the first unfinished one, or all unfinished steps before it are
 * optional.
 */
export function isReachable(step: WizardStep, signUp: SignUp): boolean {
  const skippable = signUp.step === 'select-profile-picture' ? 'about-yourself' : signUp.step
  return wizardSteps.indexOf(step) <= wizardSteps.indexOf(skippable)
}
