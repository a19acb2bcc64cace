import { useMemo, useState } from 'react'
import {
  getAlertSamples,
  getAlertStyle,
  getWidgetSamples,
} from '../../../../../contract/alerts/alert-style-calls.ts'
import { getScene } from '../../../../../contract/alerts/scene-calls.ts'
import type { OwnScene } from '../../../../../contract/alerts/scene-calls.ts'
import type { SceneContent } from '../../../../../contract/alerts/scene-preview.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useCall } from '../../../lib/calls/use-call.ts'
import { handleUndoKeys } from '../../../lib/forms/undo-keys.ts'
import { useUnsaved } from '../../../lib/forms/unsaved.ts'
import { useSiteUrl } from '../../../lib/pages/site-settings.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { KeyedAddress } from '../keyed-address.tsx'
import { Segments } from '../styles/segments.tsx'
import type { TabProps } from '../tabs.ts'
import { BackdropChoice, useBackdrop } from './backdrop.tsx'
import { LayerList } from './layer-list.tsx'
import { LayerProperties } from './layer-properties.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SceneCanvas } from './scene-canvas.tsx'
import type { Shape } from './scene-canvas.tsx'
import { StudioBar } from './studio-bar.tsx'
import { useStudio } from './use-studio.ts'
import type { Studio as StudioState } from './use-studio.ts'

/** The studio: the creator's scene on a canvas that is the overlay, with what is on it and the properties of each layer. */
export function Studio(props: TabProps) {
  const scene = useCall(getScene)
  const content = useContent()
  const skeleton = <Skeleton className="m-4 h-[70dvh] rounded-card" />
  return (
    <Loadable loaded={scene} failedText={m.studio_failed()} skeleton={skeleton}>
      {(loaded) => (
        <Loadable loaded={content} failedText={m.studio_failed()} skeleton={skeleton}>
          {(shown) => <Editor {...props} loaded={loaded} content={shown} />}
        </Loadable>
      )}
    </Loadable>
  )
}

/** Loads what the layers show: the published look, the latest tip, and what widgets have, or examples. */
function useContent() {
  const style = useCall(getAlertStyle)
  const alerts = useCall(getAlertSamples)
  const widgets = useCall(getWidgetSamples)
  const data = useMemo((): SceneContent | undefined => {
    const alert = alerts.data?.alerts[0]
    if (!style.data || !alert || !alerts.data || !widgets.data) return undefined
    const { pageUrl } = alerts.data
    return { type: 'content', look: style.data.live.look, alert, pageUrl, samples: widgets.data }
  }, [style.data, alerts.data, widgets.data])
  const all = [style, alerts, widgets]
  return {
    data,
    hasFailed: all.some(({ hasFailed }) => hasFailed),
    refetch: () => all.forEach((each) => each.hasFailed && each.refetch()),
  }
}

interface EditorProps extends TabProps {
  loaded: OwnScene
  content: SceneContent
}

function Editor({ user, profile, loaded, content }: EditorProps) {
  const studio = useStudio(loaded)
  const [dialog, setDialog] = useState<'publish' | 'obs'>()
  useUnsaved(studio.isDirty)
  const close = () => setDialog(undefined)
  return (
    // The keys act on the whole studio, wherever its focus is.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onKeyDown={(event) => handleUndoKeys(event, studio)}
      className="flex min-h-dvh flex-col lg:h-dvh lg:overflow-hidden"
    >
      <StudioBar studio={studio} onPublish={() => setDialog('publish')} onAddToObs={() => setDialog('obs')} />
      {studio.saveState === 'conflict' && <ConflictNote studio={studio} />}
      <div className="grid min-h-0 grow lg:grid-cols-[20rem_minmax(0,1fr)_20rem]">
        <Stage studio={studio} content={content} />
        <div className="p-4 lg:order-first lg:overflow-y-auto lg:border-r lg:border-line">
          <LayerList studio={studio} />
        </div>
        <div className="p-4 max-lg:border-t max-lg:border-line lg:overflow-y-auto lg:border-l lg:border-line">
          <LayerProperties
            studio={studio}
            userName={user.brimfulUserName}
            currency={profile?.currency ?? null}
          />
        </div>
      </div>
      <PublishDialog studio={studio} isOpen={dialog === 'publish'} onClose={close} />
      <Dialog
        title={m.studio_obs_title()}
        description={m.studio_obs_hint()}
        isOpen={dialog === 'obs'}
        onClose={close}
      >
        <SceneAddress path={`/overlay/scene?userUID=${user.uid}`} />
      </Dialog>
    </div>
  )
}

function Stage({ studio, content }: { studio: StudioState; content: SceneContent }) {
  const backdrop = useBackdrop()
  const [shape, setShape] = useState<Shape>('wide')
  return (
    <div className="flex min-w-0 flex-col gap-3 bg-sunken p-4 lg:overflow-y-auto">
      <div className="w-full">
        <SceneCanvas
          key={shape} // a frame of another size is another picture
          studio={studio}
          content={content}
          backdrop={backdrop}
          onDropFile={(file) => void backdrop.takeFile(file)}
          shape={shape}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <BackdropChoice {...backdrop} />
        <Segments
          label={m.studio_shape()}
          value={shape}
          options={[
            ['wide', '16:9'],
            ['tall', '9:16'],
          ]}
          onChange={setShape}
        />
      </div>
      <p id="studio-keys" className="text-sm text-muted">
        {m.studio_keys()}
      </p>
    </div>
  )
}

function ConflictNote({ studio }: { studio: StudioState }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 border-b border-amber/40 bg-amber/15 px-4 py-2 text-sm"
    >
      <p className="grow">{m.studio_conflict()}</p>
      <Button size="small" onClick={studio.takeOther}>
        {m.studio_conflict_take()}
      </Button>
      <Button size="small" onClick={studio.keepOwn}>
        {m.studio_conflict_keep()}
      </Button>
    </div>
  )
}

function SceneAddress({ path }: { path: string }) {
  return (
    <KeyedAddress label={m.studio_url()} copiedText={m.studio_url_copied()} address={useSiteUrl() + path} />
  )
}
