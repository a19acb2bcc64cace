import { useState } from 'react'
import { m } from '../../../../../i18n/compiled/messages.js'
import { EmptyNote } from '../../../ui/notes.tsx'
import { atLowerLeft, GroundChoice, pictureSize, useScale, widgetsWidth } from '../styles/preview-ground.tsx'
import type { Ground } from '../styles/preview-ground.tsx'
import type { WidgetChoice } from './widget-choice.ts'
import { widgetKinds } from './widget-kinds.ts'

interface WidgetPreviewProps {
  /** The path of the widget's page. */
  path: string
  choice: WidgetChoice
  userName: string
}

/**
 * The widget's page in a frame, over a ground; or why it shows nothing yet, and what to do about that. Each widget has hooks of its own,
 * so the key of this component is the widget.
 */
export function WidgetPreview({ path, choice, userName }: WidgetPreviewProps) {
  const { heightOf, useMissing } = widgetKinds[choice.widget]
  const missing = useMissing(choice, userName)
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 text-sm font-semibold">{m.stream_preview()}</figcaption>
      {missing ? (
        <div className="rounded-card border border-dashed border-line">
          <EmptyNote {...missing} />
        </div>
      ) : (
        <WidgetFrame path={path} height={heightOf(choice)} />
      )}
    </figure>
  )
}

function WidgetFrame({ path, height }: { path: string; height: number }) {
  const [ground, setGround] = useState<Ground>('game')
  const { box, scale } = useScale(widgetsWidth)
  return (
    <>
      <div
        ref={box}
        className={`style-ground style-ground-${ground} rounded-card border border-line`}
        style={{ aspectRatio: `${widgetsWidth} / ${height}` }}
      >
        <iframe
          key={path} // another frame, because a changed address would be a step in the browser's history
          title={m.widget_preview()}
          src={path}
          tabIndex={-1}
          {...pictureSize}
          style={{ ...atLowerLeft, transform: `scale(${scale})` }}
        />
      </div>
      <div className="mt-3">
        <GroundChoice value={ground} onChange={setGround} />
      </div>
      <p className="mt-2 text-sm text-muted">{m.widget_look_hint()}</p>
    </>
  )
}
