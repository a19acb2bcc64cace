import { useEffect, useState } from 'react'
import { uploadGoalPicture } from '../../../../../contract/own-goal-calls.ts'
import type { OwnGoal } from '../../../../../contract/own-goal-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { CallError } from '../../../lib/call-error.ts'
import { upload } from '../../../lib/upload.ts'

export type GoalPicture = ReturnType<typeof useGoalPicture>

/** The picture of a goal that is being typed: what stands there now, what was picked instead, and the way up. */
export function useGoalPicture(goal: OwnGoal | undefined) {
  const [picked, setPicked] = useState<{ file: Blob; url: string }>()
  const [isRemoved, setIsRemoved] = useState(false)
  const [progress, setProgress] = useState<number>()
  useEffect(() => {
    if (!picked) return undefined
    return () => URL.revokeObjectURL(picked.url)
  }, [picked])

  /** Sends what was picked, if anything; returns why it was refused. */
  async function send({ goaluuid }: OwnGoal, onDone: (goal: OwnGoal) => void): Promise<string | undefined> {
    if (!picked) return undefined
    setProgress(0)
    try {
      const input = { query: { goaluuid } }
      onDone(await upload(uploadGoalPicture, { input, file: picked.file, onProgress: setProgress }))
      return undefined
    } catch (error) {
      return error instanceof CallError ? error.message : m.error_unexpected()
    } finally {
      setProgress(undefined)
    }
  }

  return {
    /** What is seen: the picked one, or the one that is kept. */
    shown: picked?.url ?? (isRemoved ? null : (goal?.image ?? null)),
    progress,
    pick: (file: Blob) => setPicked({ file, url: URL.createObjectURL(file) }),
    forget: () => {
      setPicked(undefined)
      setIsRemoved(true)
    },
    send,
  }
}
