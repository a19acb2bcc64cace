import { useState } from 'react'
import type { LayerKind, Scene, SceneLayer } from '../../../../../contract/alerts/scene.ts'
import { publishScene } from '../../../../../contract/alerts/scene-calls.ts'
import type { OwnScene } from '../../../../../contract/alerts/scene-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { change, redo, startHistory, undo } from '../../../lib/forms/history.ts'
import { isSame } from '../../../lib/forms/is-same.ts'
import { toast } from '../../../lib/toast.ts'
import { editLayer, reorder } from './scene-edits.ts'
import { useAutosave } from './use-autosave.ts'

export type Studio = ReturnType<typeof useStudio>

/** The state of the studio: the scene with its undo steps, the layer that is edited, and saving and publishing. */
export function useStudio(loaded: OwnScene) {
  const [history, setHistory] = useState(() => startHistory(loaded.draft))
  const [chosen, choose] = useState<LayerKind>('alert')
  const scene = history.now
  const { saved, accept, isDirty, state, other, settle, save } = useAutosave(scene, loaded)
  const { isBusy, run } = useAction()

  /** Changes of the same `step` within a second of each other are undone at once; `at` is when it began, by default now. */
  const set = (edit: (scene: Scene) => Scene, step: string, at = Date.now()) =>
    setHistory((before) => change(before, edit(before.now), step, at))

  return {
    scene,
    chosen,
    choose,
    edit: (kind: LayerKind, edit: Partial<SceneLayer>, step = Object.keys(edit).join(), at?: number) =>
      set((now) => editLayer(now, kind, edit), `${kind} ${step}`, at),
    reorder: (kind: LayerKind, steps: number) =>
      set((now) => reorder(now, kind, steps), `order ${Date.now()}`),
    /** Goes back to what the stream shows. */
    revert: () => set(() => saved.live, 'revert'),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    live: saved.live,
    isDirty,
    saveState: state,
    save,
    isUnpublished: !isSame(scene, saved.live),
    /** Replaces this page's scene by that of another page, which can be undone. */
    takeOther() {
      if (other) set(() => other.draft, 'other')
      settle()
    },
    /** Keeps this page's scene, which replaces that of the other page. */
    keepOwn: settle,
    isPublishing: isBusy,
    async publish() {
      const draft = isDirty ? await save() : saved
      if (!draft) return toast.error(m.studio_not_saved())
      const { draftVersion } = draft
      if (await run(async () => accept(await call(publishScene, { body: { draftVersion } }))))
        toast.success(m.studio_published())
    },
  }
}
