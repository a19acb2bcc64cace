import { useCallback, useEffect, useRef, useState } from 'react'
import type { Scene } from '../../../../../contract/alerts/scene.ts'
import { getScene, saveSceneDraft } from '../../../../../contract/alerts/scene-calls.ts'
import type { OwnScene } from '../../../../../contract/alerts/scene-calls.ts'
import { CallError } from '../../../lib/calls/call-error.ts'
import { call } from '../../../lib/calls/call.ts'
import { isSame } from '../../../lib/forms/is-same.ts'

/** How long after a change the draft is saved, in milliseconds. */
const saveAfterMs = 800

/** `waiting`: it is saved soon. `conflict`: another page has saved a draft, which is `other`. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict'

/**
 * Saves the draft of a scene after each change, one request after the other. After a failure it tries again with the next change. A draft
 * that another page has saved is neither overwritten nor taken over without the creator's word.
 */
export function useAutosave(scene: Scene, loaded: OwnScene) {
  const [saved, setSaved] = useState(loaded)
  /** The number of the server's draft, which a save that waited for another one needs as it is then. */
  const version = useRef(loaded.draftVersion)
  const [isSaving, setIsSaving] = useState(false)
  /** The scene that could not be saved. */
  const [failed, setFailed] = useState<Scene>()
  const [other, setOther] = useState<OwnScene>()
  const running = useRef<Promise<OwnScene | undefined>>(undefined)
  const isDirty = !isSame(scene, saved.draft)

  const accept = useCallback((next: OwnScene) => {
    version.current = next.draftVersion
    setSaved(next)
  }, [])

  const save = useCallback(async (): Promise<OwnScene | undefined> => {
    async function saveNow(): Promise<OwnScene | undefined> {
      try {
        const next = await send(scene, version.current)
        if (!isSame(next.draft, scene)) {
          setOther(next)
          return undefined
        }
        accept(next)
        return next
      } catch {
        setFailed(scene) // the bar says so
        return undefined
      }
    }
    await running.current
    setIsSaving(true)
    running.current = saveNow()
    const result = await running.current
    setIsSaving(false)
    return result
  }, [scene, accept])

  useEffect(() => {
    if (!isDirty || isSaving || other || failed === scene) return undefined
    const timer = setTimeout(() => void save(), saveAfterMs)
    return () => clearTimeout(timer)
  }, [isDirty, isSaving, other, failed, scene, save])

  return {
    saved,
    /** Takes over what the server has answered. */
    accept,
    isDirty,
    state: stateOf({ isDirty, isSaving, hasFailed: failed === scene, hasOther: other !== undefined }),
    /** The draft of another page. */
    other,
    /** Goes on from the other page's draft, which the next change or the next save replaces. */
    settle() {
      if (other) accept(other)
      setOther(undefined)
    },
    save,
  }
}

interface Facts {
  isDirty: boolean
  isSaving: boolean
  hasFailed: boolean
  hasOther: boolean
}

function stateOf({ isDirty, isSaving, hasFailed, hasOther }: Facts): SaveState {
  if (hasOther) return 'conflict'
  if (isSaving) return 'saving'
  if (!isDirty) return 'saved'
  return hasFailed ? 'failed' : 'waiting'
}

/**
 * Saves a draft, and returns what the server has then: another draft if another page has saved one. If only the response to our own
 * request was lost, it is ours.
 */
async function send(draft: Scene, draftVersion: number): Promise<OwnScene> {
  try {
    return await call(saveSceneDraft, { body: { draft, draftVersion } }, { errorsTo: 'caller' })
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'scene_changed')) throw error
    return await call(getScene, {}, { errorsTo: 'caller' })
  }
}
