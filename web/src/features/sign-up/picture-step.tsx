import type { SignUp } from '../../../../contract/sign-up-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { pathOf, stepBeside } from './steps.ts'

/** The picture that goes with the name: made from it, until its owner has another. */
export function PictureStep({ signUp }: { signUp: SignUp }) {
  const { DisplayName, customUserName, ProfilePic } = signUp
  return (
    <div className="flex flex-col items-center gap-5">
      <Avatar src={ProfilePic} name={DisplayName} className="size-32 text-5xl shadow-soft" />
      <div className="max-w-full text-center">
        <p className="font-display text-xl font-bold [overflow-wrap:anywhere]">{DisplayName}</p>
        <p className="text-muted">@{customUserName}</p>
      </div>
      <ButtonLink
        to={pathOf(stepBeside('select-profile-picture'))}
        kind="primary"
        size="large"
        className="w-full"
      >
        {m.signup_next()}
      </ButtonLink>
    </div>
  )
}
