import { Download, RotateCcw, Upload } from 'lucide-react'
import { useRef } from 'react'
import { standardStyle } from '../../../../../contract/alerts/alert-looks.ts'
import { getAlertPictures } from '../../../../../contract/alerts/alert-style-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { toast } from '../../../lib/toast.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useSounds } from '../sounds/use-sounds.ts'
import { exportStyle, importStyle } from './style-file.ts'
import { UndoButtons } from './undo-buttons.tsx'
import type { StyleEditor } from './use-style-editor.ts'

/** Undo and redo, reset, and the style as a file. */
export function StyleToolbar({ editor }: { editor: StyleEditor }) {
  const { style, set, choose, live, isPublished } = editor

  function handleReset() {
    set(isPublished ? live : standardStyle(), 'reset')
    choose(undefined)
    toast.success(isPublished ? m.style_reset_live() : m.style_reset_standard())
  }
  return (
    <fieldset aria-label={m.style_tools()} className="flex flex-wrap items-center gap-1">
      <UndoButtons {...editor} />
      <IconButton label={m.style_reset()} onClick={handleReset}>
        <RotateCcw aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={m.style_export()} onClick={() => exportStyle(style)}>
        <Download aria-hidden className="size-4" />
      </IconButton>
      <ImportButton editor={editor} />
    </fieldset>
  )
}

function ImportButton({ editor: { set, choose } }: { editor: StyleEditor }) {
  const input = useRef<HTMLInputElement>(null)
  const { data } = useCall(getAlertPictures, {}, { errorsTo: 'log' })
  const { loaded } = useSounds()

  async function handleFile(file: File | undefined) {
    if (!file) return
    const pictures = new Set((data?.pictures ?? []).map(({ url }) => url))
    const sounds = new Set((loaded.data?.uploaded ?? []).map(({ soundId }) => soundId))
    const imported = await importStyle(file, { pictures, sounds })
    if (!imported) return toast.error(m.style_import_refused())
    set(imported.style, 'import')
    choose(undefined)
    toast.success(imported.hasLostFiles ? m.style_import_lost() : m.style_imported())
  }
  return (
    <>
      <IconButton label={m.style_import()} onClick={() => input.current?.click()}>
        <Upload aria-hidden className="size-4" />
      </IconButton>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={m.style_import()}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          void handleFile(event.target.files?.[0])
          event.target.value = '' // otherwise choosing the same file again would cause no event
        }}
      />
    </>
  )
}

interface SaveBarProps {
  editor: StyleEditor
}

/** Saves the draft or publishes it, and says what the stream shows. */
export function SaveBar({ editor }: SaveBarProps) {
  const { isDirty, isUnpublished, isBusy, save, publish } = editor
  const output = useRef<HTMLOutputElement>(null)
  /** The button is disabled once it is done, so the focus moves to what it has changed. */
  const handle = (action: () => Promise<void>) => () =>
    void action().then(() => {
      if (document.activeElement === document.body) output.current?.focus()
    })
  const state = isDirty ? m.style_state_dirty() : isUnpublished ? m.style_state_draft() : m.style_state_live()
  return (
    <div
      data-save-bar
      className="bottom-0 -mx-4 -mb-4 flex flex-wrap items-center justify-between gap-3 rounded-b-card border-t border-line bg-card px-4 py-3 lg:sticky sm:-mx-6 sm:-mb-6 sm:px-6"
    >
      <output ref={output} tabIndex={-1} className="text-sm text-muted">
        {state}
      </output>
      <div className="flex flex-wrap gap-2">
        <Button disabled={!isDirty} isBusy={isBusy} onClick={handle(save)}>
          {m.style_save()}
        </Button>
        <Button kind="primary" disabled={!isUnpublished} isBusy={isBusy} onClick={handle(publish)}>
          {m.style_publish()}
        </Button>
      </div>
    </div>
  )
}
