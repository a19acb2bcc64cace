import { useState } from 'react'
import { lookOf } from '../../../../../contract/alerts/alert-looks.ts'
import { maxVariations } from '../../../../../contract/alerts/alert-style.ts'
import type { AlertLook, AlertStyle, AlertVariation } from '../../../../../contract/alerts/alert-style.ts'
import { publishAlertStyle, saveAlertDraft } from '../../../../../contract/alerts/alert-style-calls.ts'
import type { OwnAlertStyle } from '../../../../../contract/alerts/alert-style-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { change, redo, startHistory, undo } from '../../../lib/forms/history.ts'
import { isSame } from '../../../lib/forms/is-same.ts'
import { makeUuid } from './make-uuid.ts'

export type StyleEditor = ReturnType<typeof useStyleEditor>

/**
 * The state of the editor: the style with its undo steps, which look is edited, and saving and publishing it. `chosenId` is the
 * variation that is edited; undefined for the look of all alerts.
 */
export function useStyleEditor(loaded: OwnAlertStyle) {
  const [history, setHistory] = useState(() => startHistory(loaded.draft))
  const [saved, setSaved] = useState(loaded)
  const [chosenId, choose] = useState<string>()
  const style = history.now
  const chosen = style.variations.find(({ variationId }) => variationId === chosenId)

  const set = (next: AlertStyle, field: string) =>
    setHistory((before) => change(before, next, field, Date.now()))

  return {
    style,
    look: chosen?.look ?? style.look,
    chosen,
    choose,
    set,
    ...editsOf(style, chosen, set, choose),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    live: saved.live,
    isPublished: saved.liveVersion > 0,
    ...useSaving(style, saved, setSaved),
  }
}

type Set = (style: AlertStyle, field: string) => void

/** The changes of the edited look and of the variations. */
function editsOf(
  style: AlertStyle,
  chosen: AlertVariation | undefined,
  set: Set,
  choose: (id: string | undefined) => void,
) {
  const setVariations = (variations: AlertVariation[], field: string) => set({ ...style, variations }, field)
  const setVariation = (edit: Partial<AlertVariation>, field: string) =>
    setVariations(
      style.variations.map((each) => (each === chosen ? { ...each, ...edit } : each)),
      `${chosen?.variationId} ${field}`,
    )
  return {
    setVariation,
    setLook(edit: Partial<AlertLook>, field = Object.keys(edit).join()) {
      if (chosen) setVariation({ look: { ...chosen.look, ...edit } }, field)
      else set({ ...style, look: { ...style.look, ...edit } }, field)
    },
    /** Adds a variation with the edited look, after the edited one, and chooses it. */
    duplicate() {
      if (style.variations.length >= maxVariations) return
      const copy: AlertVariation = {
        variationId: makeUuid(),
        name: (chosen ? m.style_copy_of({ name: chosen.name }) : m.style_variation_new()).slice(0, 40).trim(),
        when: chosen?.when ?? {
          kind: null,
          fromAmount: null,
          toAmount: null,
          goalId: null,
          isFirstTip: false,
        },
        look: chosen?.look ?? style.look,
      }
      const at = chosen ? style.variations.indexOf(chosen) + 1 : style.variations.length
      setVariations(style.variations.toSpliced(at, 0, copy), `add ${copy.variationId}`)
      choose(copy.variationId)
    },
    /** Moves the edited variation by so many places. */
    move(by: 1 | -1) {
      if (!chosen) return
      const at = style.variations.indexOf(chosen)
      setVariations(style.variations.toSpliced(at, 1).toSpliced(at + by, 0, chosen), `move ${at} ${by}`)
    },
    remove() {
      if (!chosen) return
      setVariations(
        style.variations.filter((each) => each !== chosen),
        `remove ${chosen.variationId}`,
      )
      choose(undefined)
    },
  }
}

function useSaving(style: AlertStyle, saved: OwnAlertStyle, setSaved: (saved: OwnAlertStyle) => void) {
  const { isBusy, run } = useAction()
  const isDirty = !isSame(style, saved.draft)

  async function saveDraft(): Promise<OwnAlertStyle> {
    if (!isDirty && saved.draftVersion > 0) return saved
    const body = { draft: style, draftVersion: saved.draftVersion }
    const next = await call(saveAlertDraft, { body })
    setSaved(next)
    return next
  }
  return {
    isBusy,
    isDirty,
    /** Whether the stream shows something else than the editor. */
    isUnpublished: !isSame(style, saved.live),
    async save() {
      if (await run(saveDraft)) toast.success(m.style_saved())
    },
    async publish() {
      const publishing = run(async () => {
        const { draftVersion } = await saveDraft()
        setSaved(await call(publishAlertStyle, { body: { draftVersion } }))
      })
      if (await publishing) toast.success(m.style_published())
    },
  }
}

/** Returns a look in another theme: with that theme's colours and place, unless the creator has chosen others. */
export function inTheme(look: AlertLook, theme: AlertLook['theme']): AlertLook {
  const [before, after] = [lookOf(look.theme), lookOf(theme)]
  const hasOwnColors = !isSame(look.colors, before.colors)
  return {
    ...look,
    theme,
    colors: hasOwnColors ? look.colors : after.colors,
    place: look.place === before.place ? after.place : look.place,
    font: look.font === before.font ? after.font : look.font,
  }
}
