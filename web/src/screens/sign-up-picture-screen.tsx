import { m } from '../../../i18n/compiled/messages.js'
import { PictureStep } from '../features/sign-in/sign-up/picture-form.tsx'
import { SignUpStep } from './sign-up-step.tsx'

/** The picture. */
export function SignUpPictureScreen() {
  return (
    <SignUpStep
      step="select-profile-picture"
      title={m.signup_picture_title()}
      hint={() => m.signup_picture_text()}
    >
      {({ signUp }, { keep, attempt }) => <PictureStep signUp={signUp} keep={keep} attempt={attempt} />}
    </SignUpStep>
  )
}
