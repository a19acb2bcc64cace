import { Play } from 'lucide-react'
import { useMemo, useState } from 'react'
import { kindOf } from '../../../../../contract/alerts/alert-looks.ts'
import { previewPath } from '../../../../../contract/alerts/alert-preview.ts'
import type { ShowInPreview } from '../../../../../contract/alerts/alert-preview.ts'
import { alertKind } from '../../../../../contract/alerts/alert-style.ts'
import type { AlertKind, AlertLook } from '../../../../../contract/alerts/alert-style.ts'
import { getWidgetSamples } from '../../../../../contract/alerts/alert-style-calls.ts'
import type { getAlertSamples } from '../../../../../contract/alerts/alert-style-calls.ts'
import type { CallResponse } from '../../../../../contract/call.ts'
import { countsMoney } from '../../../../../contract/show/money-kinds.ts'
import { showKind } from '../../../../../contract/show/show-event.ts'
import type { ShowKind, ShownEvent } from '../../../../../contract/show/show-event.ts'
import { widgetPreviewPath } from '../../../../../contract/alerts/widget-preview.ts'
import type { ShowWidget, WidgetName, WidgetSamples } from '../../../../../contract/alerts/widget-preview.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { kindTexts } from './condition-fields.tsx'
import { PreviewFrame } from './preview-frame.tsx'
import { GroundChoice } from './preview-ground.tsx'
import type { Ground } from './preview-ground.tsx'
import type { StyleEditor } from './use-style-editor.ts'
import { widgetOptions } from './widget-options.ts'

type Samples = CallResponse<typeof getAlertSamples>
type SampleAlert = ShowInPreview['alert']

interface StylePreviewProps {
  editor: StyleEditor
  samples: Samples
  /** The kind of alert that is shown, unless the edited variation is for one kind alone. */
  kind: AlertKind
  onKindChange: (kind: AlertKind) => void
}

/** The overlay itself in a frame, with an alert or a widget in the edited style, and the choice of it. Every change shows at once. */
export function StylePreview({ editor, samples, kind, onKindChange }: StylePreviewProps) {
  const [shown, setShown] = useState<'alert' | WidgetName>('alert')
  const [ground, setGround] = useState<Ground>('game')
  const { look, chosen, style } = editor
  const alert = useMemo(() => findSample(samples, kind), [samples, kind])
  const frame = { ground, onGroundChange: setGround }
  return (
    <>
      {shown === 'alert' ? (
        <AlertPreview
          {...frame}
          look={look}
          variation={chosen?.name}
          alert={alert}
          pageUrl={samples.pageUrl}
        />
      ) : (
        <WidgetPreview {...frame} look={style.look} widget={shown} />
      )}
      <Select
        label={m.style_shown()}
        hint={shown === 'alert' ? undefined : chosen ? m.style_shown_variation() : m.style_shown_widget()}
        value={shown}
        onChange={(event) => setShown(event.target.value as typeof shown)}
        options={[['alert', m.style_shown_alert()] as const, ...widgetOptions()]}
      />
      {shown === 'alert' && (
        <Select
          label={m.style_sample()}
          hint={m.style_sample_hint()}
          value={kind}
          disabled={chosen?.when.kind != null}
          onChange={(event) => onKindChange(alertKind.parse(event.target.value))}
          options={alertKind.options.map((each) => [each, kindTexts[each]()] as const)}
        />
      )}
    </>
  )
}

interface GroundProps {
  ground: Ground
  onGroundChange: (ground: Ground) => void
}

type AlertPreviewProps = GroundProps & Omit<ShowInPreview, 'type' | 'isPlaying'>

function AlertPreview({ ground, onGroundChange, look, variation, alert, pageUrl }: AlertPreviewProps) {
  const [isPlaying, setIsPlaying] = useState(false)
  const message = useMemo((): ShowInPreview => {
    const named = variation === undefined ? {} : { variation }
    return { type: 'show', look, alert, pageUrl, isPlaying, ...named }
  }, [look, variation, alert, pageUrl, isPlaying])
  return (
    <div className="flex flex-col gap-3">
      <PreviewFrame
        title={m.style_preview()}
        path={previewPath}
        ground={ground}
        message={message}
        onPlayed={() => setIsPlaying(false)}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <GroundChoice value={ground} onChange={onGroundChange} />
        <Button onClick={() => setIsPlaying(true)} disabled={isPlaying}>
          <Play aria-hidden className="size-4" />
          {m.style_play()}
        </Button>
      </div>
    </div>
  )
}

interface WidgetPreviewProps extends GroundProps {
  widget: WidgetName
  look: AlertLook
}

function WidgetPreview({ ground, onGroundChange, widget, look }: WidgetPreviewProps) {
  const loaded = useCall(getWidgetSamples)
  const skeleton = <Skeleton className="aspect-video w-full rounded-card" />
  return (
    <div className="flex flex-col gap-3">
      <Loadable loaded={loaded} failedText={m.style_samples_failed()} skeleton={skeleton}>
        {(samples) => (
          <WidgetFrame key={widget} ground={ground} widget={widget} look={look} samples={samples} />
        )}
      </Loadable>
      <div>
        <GroundChoice value={ground} onChange={onGroundChange} />
      </div>
    </div>
  )
}

interface WidgetFrameProps extends Omit<WidgetPreviewProps, 'onGroundChange'> {
  samples: WidgetSamples
}

function WidgetFrame({ ground, widget, look, samples }: WidgetFrameProps) {
  const message = useMemo((): ShowWidget => {
    const { size, font, colors } = look
    return { type: 'widget', look: { size, font, colors }, samples }
  }, [look, samples])
  return (
    <PreviewFrame
      title={m.style_preview_widget()}
      path={widgetPreviewPath(widget)}
      ground={ground}
      message={message}
    />
  )
}

/**
 * Returns the sample of a kind. Several tips in one alert look like a general tip with several names; a show event has the name and message
 * of the tip.
 */
function findSample({ alerts }: Samples, kind: AlertKind): SampleAlert {
  const [goalTip, generalTip = goalTip] = alerts
  const found = alerts.find((alert) => kindOf(alert) === kind)
  if (found) return found
  const shown = showKind.safeParse(kind)
  if (!shown.success) return { ...generalTip!, kind: 'digest', message: null, name: m.style_sample_names() }
  const { id, seq, isTest, name, message, locale, at } = generalTip!
  return {
    id,
    seq,
    isTest,
    name,
    message,
    at,
    ...(locale && { locale }),
    kind: 'show',
    show: sampleShow(shown.data),
  }
}

const sampleQuantities: Record<ShowKind, number | null> = {
  follow: null,
  subscription: 6,
  gift: 5,
  cheer: 100,
  raid: 42,
  train: 3,
  reward: 300,
  charity: 500,
  superchat: 500,
  other: null,
}

const sampleTitles: Partial<Record<ShowKind, () => string>> = {
  reward: m.show_sample_reward,
  charity: m.show_sample_charity,
  other: m.show_sample_title,
}

function sampleShow(kind: ShowKind): ShownEvent {
  const title = sampleTitles[kind]?.() ?? null
  const unit = countsMoney(kind) ? 'usd' : null
  return { kind, source: 'tool', title, quantity: sampleQuantities[kind], unit }
}
