import { removeProfilePicture, selectProfilePicture } from '../../../../../contract/pages/picture-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { useUpload } from '../../../lib/calls/upload.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { PicturePicker } from '../../../ui/picture-picker.tsx'
import type { StepProps } from './use-sign-up.ts'
import { nextStep, stepPath } from './steps.ts'

/** The optional step for the profile picture. Until one is chosen, it shows artwork generated from the name. */
export function PictureForm({ signUp, setSignUp, runStep }: StepProps) {
  const { DisplayName, customUserName, ProfilePic } = signUp
  const { progress, error, start } = useUpload(selectProfilePicture, {}, setSignUp)
  const isOwn = ProfilePic !== null
  const handleRemove = () =>
    void runStep(() => call(removeProfilePicture, { body: {} })).then(setSignUp, () => undefined)
  return (
    <div className="flex flex-col items-center gap-5">
      <PicturePicker
        label={isOwn ? m.picture_other() : m.picture_choose()}
        kind="avatar"
        progress={progress}
        error={error}
        onPicked={(file) => void start(file)}
      >
        <Avatar
          src={ProfilePic}
          name={DisplayName}
          seed={customUserName ?? undefined}
          width={128}
          className="size-32 shadow-soft"
        />
        <div className="max-w-full text-center">
          <p className="font-display text-xl font-bold [overflow-wrap:anywhere]">{DisplayName}</p>
          <p className="text-muted">@{customUserName}</p>
        </div>
      </PicturePicker>
      {isOwn && (
        <Button kind="quiet" onClick={handleRemove}>
          {m.picture_remove()}
        </Button>
      )}
      <ButtonLink
        to={stepPath(nextStep('select-profile-picture', undefined))}
        kind="primary"
        size="large"
        className="w-full"
      >
        {isOwn ? m.signup_next() : m.signup_skip()}
      </ButtonLink>
    </div>
  )
}
