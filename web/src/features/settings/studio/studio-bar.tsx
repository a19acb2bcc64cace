import { ArrowLeft, RotateCcw } from 'lucide-react'
import { m } from '../../../../../i18n/compiled/messages.js'
import { ObsChip } from '../../../parts/alerts/obs-chip.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { UndoButtons } from '../styles/undo-buttons.tsx'
import type { SaveState } from './use-autosave.ts'
import type { Studio } from './use-studio.ts'

interface StudioBarProps {
  studio: Studio
  onPublish: () => void
  onAddToObs: () => void
}

/** The studio's title, undo and redo, the state of the draft, the truth about OBS, and publishing. */
export function StudioBar({ studio, onPublish, onAddToObs }: StudioBarProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-card px-4 py-2">
      <div className="flex items-center gap-3">
        <TextLink to="/dashboard/stream-setting" className="inline-flex min-h-11 items-center gap-1">
          <ArrowLeft aria-hidden className="size-4" />
          {m.settings_tab_stream()}
        </TextLink>
        <h1 className="text-xl" tabIndex={-1}>
          {m.studio_title()}
        </h1>
      </div>
      <Tools studio={studio} />
      <DraftState studio={studio} />
      <div className="flex min-w-0 grow flex-wrap items-center justify-end gap-2">
        <ObsChip isLink />
        <Button size="small" onClick={onAddToObs}>
          {m.studio_obs()}
        </Button>
        <Button
          size="small"
          kind="primary"
          disabled={!studio.isUnpublished || studio.saveState === 'conflict'}
          isBusy={studio.isPublishing}
          onClick={onPublish}
        >
          {m.style_publish()}
        </Button>
      </div>
    </header>
  )
}

/** A button that can do nothing now keeps the focus. */
function Tools({ studio }: { studio: Studio }) {
  const { revert, isUnpublished } = studio
  return (
    <fieldset aria-label={m.style_tools()} className="flex items-center">
      <UndoButtons {...studio} />
      <IconButton
        label={m.studio_revert()}
        aria-disabled={!isUnpublished}
        onClick={() => isUnpublished && revert()}
      >
        <RotateCcw aria-hidden className="size-4" />
      </IconButton>
    </fieldset>
  )
}

/** Says whether the draft is saved and whether the stream shows it. */
function DraftState({ studio: { saveState, isUnpublished, save } }: { studio: Studio }) {
  const texts: Record<SaveState, string> = {
    saved: isUnpublished ? m.studio_state_draft() : m.studio_state_live(),
    waiting: m.studio_state_saving(),
    saving: m.studio_state_saving(),
    failed: m.studio_state_failed(),
    conflict: m.studio_state_conflict(),
  }
  return (
    <div className="flex items-center gap-2 text-sm">
      <output className={saveState === 'failed' || saveState === 'conflict' ? 'text-rose' : 'text-muted'}>
        {texts[saveState]}
      </output>
      {saveState === 'failed' && (
        <Button size="small" onClick={() => void save()}>
          {m.action_retry()}
        </Button>
      )}
    </div>
  )
}
