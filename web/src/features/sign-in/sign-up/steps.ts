import { signUpStep } from '../../../../../contract/sign-up-calls.ts'
import type { SignUp, SignUpStep } from '../../../../../contract/sign-up-calls.ts'

/** A page of the wizard: the start, then the server's steps. */
export type WizardStep = 'start' | SignUpStep

const wizardSteps: readonly WizardStep[] = ['start', ...signUpStep.options]

/** The steps of a sign-up; whom Google vouches for needs no code. */
export function listSteps(signUp: Pick<SignUp, 'isGoogleAccount'> | null | undefined): readonly WizardStep[] {
  return signUp?.isGoogleAccount ? wizardSteps.filter((step) => step !== 'OTP-verification') : wizardSteps
}

/** Where a step stands. */
export function stepPath(step: WizardStep): string {
  return step === 'start' ? '/signup' : `/signup/${step}`
}

/** The step after, or before with -1; the last and the first stay where they are. */
export function adjacentStep(step: WizardStep, by: 1 | -1 = 1): WizardStep {
  return wizardSteps[wizardSteps.indexOf(step) + by] ?? step
}

/** Whether a step can be opened: it is done, it is the first that is not, or all between the two can be skipped. */
export function isReachable(step: WizardStep, signUp: SignUp): boolean {
  const skippable = signUp.step === 'select-profile-picture' ? 'about-yourself' : signUp.step
  return wizardSteps.indexOf(step) <= wizardSteps.indexOf(skippable)
}
