import { pictureShapes } from '../../../../../contract/pictures.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { PicturePicker } from '../../../ui/picture-picker.tsx'
import type { GoalPicture } from './use-goal-picture.ts'

const { ratio, widths } = pictureShapes.goal

/** Previews a goal's picture and lets the creator choose or remove it. */
export function GoalPictureField({ picture, onRemove }: { picture: GoalPicture; onRemove: () => void }) {
  const { shown, progress, pick } = picture
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">
        {m.own_goals_picture()} <span className="font-normal text-muted">{m.signup_optional()}</span>
      </legend>
      <PicturePicker
        label={shown ? m.picture_other() : m.picture_choose()}
        ratio={ratio}
        maxWidth={Math.max(...widths)}
        progress={progress}
        error={undefined}
        onPicked={pick}
      >
        {shown && (
          <img
            src={shown}
            alt={m.own_goals_picture_preview()}
            className="aspect-2/1 w-full rounded-card bg-sunken object-cover"
          />
        )}
      </PicturePicker>
      {shown && (
        <Button kind="quiet" size="small" className="mt-1" onClick={onRemove}>
          {m.picture_remove()}
        </Button>
      )}
    </fieldset>
  )
}
