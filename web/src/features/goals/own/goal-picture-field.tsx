import { m } from '../../../../../i18n/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { PicturePicker } from '../../../ui/picture-picker.tsx'
import { useEffect, useState } from 'react'
import { uploadGoalPicture } from '../../../../../contract/goals/own-goal-calls.ts'
import type { OwnGoal } from '../../../../../contract/goals/own-goal-calls.ts'
import { CallError } from '../../../lib/calls/call-error.ts'
import { useUnsaved } from '../../../lib/forms/unsaved.ts'
import { upload } from '../../../lib/calls/upload.ts'

/** Previews a goal's picture and lets the creator choose or remove it. */
export function GoalPictureField({ picture, onRemove }: { picture: GoalPicture; onRemove: () => void }) {
  const { shown, progress, pick } = picture
  useUnsaved(picture.isPicked)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">
        {m.own_goals_picture()} <span className="font-normal text-muted">{m.signup_optional()}</span>
      </legend>
      <PicturePicker
        label={shown ? m.picture_other() : m.picture_choose()}
        kind="goal"
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

type GoalPicture = ReturnType<typeof useGoalPicture>

/**
 * Holds the picture of a goal that is being edited; returns the picture to show, and functions to replace, remove and upload it.
 */
export function useGoalPicture(goal: OwnGoal | undefined) {
  const [picked, setPicked] = useState<{ file: Blob; url: string }>()
  const [isRemoved, setIsRemoved] = useState(false)
  const [progress, setProgress] = useState<number>()
  useEffect(() => {
    if (!picked) return undefined
    return () => URL.revokeObjectURL(picked.url)
  }, [picked])

  /** Uploads the chosen picture, if there is one. Returns the reason if the server refuses it. */
  async function send({ goaluuid }: OwnGoal, onDone: (goal: OwnGoal) => void): Promise<string | undefined> {
    if (!picked) return undefined
    setProgress(0)
    try {
      const input = { query: { goaluuid } }
      onDone(await upload(uploadGoalPicture, { input, file: picked.file, onProgress: setProgress }))
      return undefined
    } catch (error) {
      return error instanceof CallError ? error.message : m.error_internal()
    } finally {
      setProgress(undefined)
    }
  }

  return {
    isPicked: picked !== undefined,
    /** The address of the chosen picture, or of the current one. */
    shown: picked?.url ?? (isRemoved ? null : (goal?.image ?? null)),
    progress,
    pick: (file: Blob) => setPicked({ file, url: URL.createObjectURL(file) }),
    remove: () => {
      setPicked(undefined)
      setIsRemoved(true)
    },
    send,
  }
}
