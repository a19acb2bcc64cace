import { m } from '../../../../../i18n/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { layerName } from './layer-names.ts'
import { isReordered, listLayerChanges } from './scene-changes.ts'
import type { SceneChange } from './scene-changes.ts'
import type { Studio } from './use-studio.ts'

interface PublishDialogProps {
  studio: Studio
  isOpen: boolean
  onClose: () => void
}

/** Says what changes on the stream, and publishes it. */
export function PublishDialog({ studio, isOpen, onClose }: PublishDialogProps) {
  const { live, scene, publish, isPublishing } = studio
  return (
    <Dialog
      title={m.studio_publish_title()}
      description={m.studio_publish_hint()}
      isOpen={isOpen}
      onClose={onClose}
    >
      <ul className="mb-6 list-disc pl-6">
        {listLayerChanges(live, scene).map((one) => (
          <li key={`${one.kind} ${one.what}`}>{changeText(one)}</li>
        ))}
        {isReordered(live, scene) && <li>{m.studio_change_order()}</li>}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{m.action_cancel()}</Button>
        <Button kind="primary" isBusy={isPublishing} onClick={() => void publish().then(onClose)}>
          {m.style_publish()}
        </Button>
      </div>
    </Dialog>
  )
}

function changeText({ kind, what }: SceneChange): string {
  const name = layerName(kind)
  switch (what) {
    case 'shown':
      return m.studio_change_shown({ name })
    case 'hidden':
      return m.studio_change_hidden({ name })
    case 'moved':
      return m.studio_change_moved({ name })
    case 'resized':
      return m.studio_change_resized({ name })
    case 'content':
      return m.studio_change_content({ name })
  }
}
