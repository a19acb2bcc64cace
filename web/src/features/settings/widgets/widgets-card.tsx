import { useState } from 'react'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import type { WidgetName } from '../../../../../contract/alerts/widget-preview.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useSiteUrl } from '../../../lib/pages/site-settings.ts'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/field.tsx'
import { KeyedAddress } from '../keyed-address.tsx'
import { widgetOptions } from '../styles/widget-options.ts'
import { firstChoice } from './widget-choice.ts'
import type { WidgetChoice } from './widget-choice.ts'
import { widgetKinds } from './widget-kinds.ts'
import { widgetPath } from './widget-path.ts'
import { WidgetPreview } from './widget-preview.tsx'

interface WidgetsCardProps {
  uid: string
  userName: string
  currency: PayoutCurrency | null
}

/** The addresses of the widgets for OBS: what each of them shows is chosen here, and shown by the widget's page itself. */
export function WidgetsCard({ uid, userName, currency }: WidgetsCardProps) {
  const [choice, setChoice] = useState(firstChoice)
  const set = (changes: Partial<WidgetChoice>) => setChoice((now) => ({ ...now, ...changes }))
  const { Fields } = widgetKinds[choice.widget]
  return (
    <Card id="widgets" title={m.widget_title()} hint={m.widget_hint()}>
      <div className="grid gap-8 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Select
            label={m.widget_choose()}
            value={choice.widget}
            onChange={(event) => set({ widget: event.target.value as WidgetName })}
            options={widgetOptions()}
          />
          <Fields key={choice.widget} choice={choice} set={set} currency={currency} />
          <WidgetAddress path={widgetPath(uid, choice)} />
        </div>
        <WidgetPreview
          key={choice.widget}
          path={widgetPath(uid, choice)}
          choice={choice}
          userName={userName}
        />
      </div>
    </Card>
  )
}

function WidgetAddress({ path }: { path: string }) {
  return (
    <div>
      <KeyedAddress label={m.widget_url()} copiedText={m.widget_copied()} address={useSiteUrl() + path} />
      <p className="mt-2 text-sm text-muted">{m.widget_key_hint()}</p>
    </div>
  )
}
