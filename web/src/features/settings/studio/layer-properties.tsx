import { maxPlace, maxScaleOf, scaleLimits } from '../../../../../contract/alerts/scene.ts'
import type { SceneLayer } from '../../../../../contract/alerts/scene.ts'
import type { WidgetName } from '../../../../../contract/alerts/widget-preview.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { widgetKinds } from '../widgets/widget-kinds.ts'
import { layerName } from './layer-names.ts'
import { toChoice, toParameters } from './layer-parameters.ts'
import { PercentSlider } from './percent-slider.tsx'
import { layerOf } from './scene-edits.ts'
import type { Studio } from './use-studio.ts'

interface LayerPropertiesProps {
  studio: Studio
  userName: string
  currency: PayoutCurrency | null
}

/** The properties of the chosen layer: whether it is shown, where and how large it is, and what it shows. */
export function LayerProperties({ studio, userName, currency }: LayerPropertiesProps) {
  const { chosen, scene, edit } = studio
  const layer = layerOf(scene, chosen)
  const name = layerName(chosen)
  return (
    <section aria-labelledby="studio-properties" className="flex flex-col gap-4">
      <h2 id="studio-properties" className="text-lg">
        {name}
      </h2>
      <SwitchRow
        label={m.studio_visible()}
        checked={layer.isVisible}
        onChange={(isVisible) => edit(chosen, { isVisible }, `visible ${Date.now()}`)}
      />
      <PlaceFields layer={layer} studio={studio} />
      {chosen === 'alert' ? (
        <p className="text-sm text-muted">{m.studio_alert_hint()}</p>
      ) : (
        <WidgetFields
          key={chosen}
          widget={chosen}
          layer={layer}
          studio={studio}
          userName={userName}
          currency={currency}
        />
      )}
      <Links isAlert={chosen === 'alert'} />
    </section>
  )
}

function PlaceFields({ layer: { kind, x, y, scale }, studio }: { layer: SceneLayer; studio: Studio }) {
  const place = { min: 0, max: 100, step: 0.1 }
  const toPlace = (percent: number) => (percent / 100) * maxPlace
  return (
    <div className="flex flex-col gap-2">
      <PercentSlider
        label={m.studio_from_left()}
        {...place}
        value={(x / maxPlace) * 100}
        onChange={(value) => studio.edit(kind, { x: toPlace(value) })}
      />
      <PercentSlider
        label={m.studio_from_top()}
        {...place}
        value={(y / maxPlace) * 100}
        onChange={(value) => studio.edit(kind, { y: toPlace(value) })}
      />
      <PercentSlider
        label={m.style_size()}
        min={scaleLimits.min}
        max={maxScaleOf(kind)}
        step={1}
        value={scale}
        onChange={(value) => studio.edit(kind, { scale: value })}
      />
    </div>
  )
}

interface WidgetFieldsProps extends LayerPropertiesProps {
  widget: WidgetName
  layer: SceneLayer
}

/** What a widget shows, as on the page of widgets, and why it would be empty on the stream. */
function WidgetFields({ widget, layer, studio, userName, currency }: WidgetFieldsProps) {
  const { Fields, useMissing } = widgetKinds[widget]
  const choice = toChoice(widget, layer.parameters)
  const missing = useMissing(choice, userName)
  return (
    <>
      <Fields
        choice={choice}
        set={(changes) => studio.edit(widget, { parameters: toParameters({ ...choice, ...changes }) })}
        currency={currency}
      />
      {missing && (
        <p className="rounded-card border border-amber/40 bg-amber/15 p-3 text-sm">
          <span>{missing.text}</span> {missing.to && <TextLink to={missing.to}>{missing.label}</TextLink>}
        </p>
      )}
    </>
  )
}

function Links({ isAlert }: { isAlert: boolean }) {
  return (
    <p className="flex flex-col items-start gap-2 text-sm">
      <TextLink to="/dashboard/alert-style">{m.studio_look()}</TextLink>
      <TextLink to={isAlert ? '/dashboard/stream-setting' : '/dashboard/widgets'}>
        {m.studio_own_address()}
      </TextLink>
    </p>
  )
}
