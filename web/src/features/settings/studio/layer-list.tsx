import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, Eye, EyeOff } from 'lucide-react'
import type { SceneLayer } from '../../../../../contract/alerts/scene.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { IconButton } from '../../../ui/icon-button.tsx'
import { layerName } from './layer-names.ts'
import type { Studio } from './use-studio.ts'

/** What is on the scene, the front layer first: choosing, hiding and ordering. */
export function LayerList({ studio }: { studio: Studio }) {
  const layers = studio.scene.layers.toReversed()
  return (
    <section aria-labelledby="studio-layers">
      <h2 id="studio-layers" className="text-lg">
        {m.studio_layers()}
      </h2>
      <p className="mb-3 text-sm text-muted">{m.studio_layers_hint()}</p>
      <ul className="flex flex-col gap-1">
        {layers.map((layer, i) => (
          <LayerRow
            key={layer.kind}
            layer={layer}
            studio={studio}
            isFirst={i === 0}
            isLast={i === layers.length - 1}
          />
        ))}
      </ul>
    </section>
  )
}

interface LayerRowProps {
  layer: SceneLayer
  studio: Studio
  isFirst: boolean
  isLast: boolean
}

function LayerRow({ layer: { kind, isVisible }, studio, isFirst, isLast }: LayerRowProps) {
  const name = layerName(kind)
  const isChosen = studio.chosen === kind
  return (
    <li
      className={clsx(
        'flex items-center rounded-card border pl-1',
        isChosen ? 'border-coral bg-coral/10' : 'border-line',
      )}
    >
      <IconButton
        label={isVisible ? m.studio_hide({ name }) : m.studio_show({ name })}
        onClick={() => studio.edit(kind, { isVisible: !isVisible }, `visible ${Date.now()}`)}
      >
        {isVisible ? <Eye aria-hidden className="size-4" /> : <EyeOff aria-hidden className="size-4" />}
      </IconButton>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() => studio.choose(kind)}
        className={clsx(
          'min-h-11 min-w-0 grow truncate rounded-sm text-left font-semibold',
          !isVisible && 'text-muted',
        )}
      >
        <span>{name}</span>
        {!isVisible && <span className="sr-only"> ({m.studio_hidden()})</span>}
      </button>
      <OrderButton
        label={m.studio_forward({ name })}
        isAtEnd={isFirst}
        onMove={() => studio.reorder(kind, 1)}
      >
        <ArrowUp aria-hidden className="size-4" />
      </OrderButton>
      <OrderButton
        label={m.studio_backward({ name })}
        isAtEnd={isLast}
        onMove={() => studio.reorder(kind, -1)}
      >
        <ArrowDown aria-hidden className="size-4" />
      </OrderButton>
    </li>
  )
}

interface OrderButtonProps {
  label: string
  isAtEnd: boolean
  onMove: () => void
  children: React.ReactNode
}

/** A button that can do nothing now keeps the focus. */
function OrderButton({ label, isAtEnd, onMove, children }: OrderButtonProps) {
  return (
    <IconButton label={label} aria-disabled={isAtEnd} onClick={() => !isAtEnd && onMove()}>
      {children}
    </IconButton>
  )
}
