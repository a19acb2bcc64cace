import { useState } from 'react'
import type { ReactNode } from 'react'
import { textKinds } from '../../../../../contract/alerts/alert-style.ts'
import type { AlertKind } from '../../../../../contract/alerts/alert-style.ts'
import { getAlertSamples, getAlertStyle } from '../../../../../contract/alerts/alert-style-calls.ts'
import type { OwnAlertStyle } from '../../../../../contract/alerts/alert-style-calls.ts'
import type { CallResponse } from '../../../../../contract/call.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { handleUndoKeys } from '../../../lib/forms/undo-keys.ts'
import { useUnsaved } from '../../../lib/forms/unsaved.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Card } from '../../../ui/card.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ConditionFields, kindTexts } from './condition-fields.tsx'
import { LookFields } from './look-fields.tsx'
import { PictureField, SoundField } from './media-fields.tsx'
import { MoreFields } from './more-fields.tsx'
import { StylePreview } from './style-preview.tsx'
import { SaveBar, StyleToolbar } from './style-toolbar.tsx'
import { TextFields } from './text-fields.tsx'
import { useStyleEditor } from './use-style-editor.ts'
import { VariationList } from './variation-list.tsx'

type Samples = CallResponse<typeof getAlertSamples>

interface StyleCardProps {
  currency: PayoutCurrency | null
}

/** The editor of the style of alerts, with the overlay itself as preview. */
export function StyleCard({ currency }: StyleCardProps) {
  const style = useCall(getAlertStyle)
  const samples = useCall(getAlertSamples)
  const skeleton = <Skeleton className="h-120 w-full rounded-card" />
  return (
    <Card id="alert-style" title={m.style_title()} hint={m.style_hint()}>
      <Loadable loaded={style} failedText={m.style_failed()} skeleton={skeleton}>
        {(loaded) => (
          <Loadable loaded={samples} failedText={m.style_failed()} skeleton={skeleton}>
            {(found) => <Editor loaded={loaded} samples={found} currency={currency} />}
          </Loadable>
        )}
      </Loadable>
    </Card>
  )
}

interface EditorProps extends StyleCardProps {
  loaded: OwnAlertStyle
  samples: Samples
}

function Editor({ loaded, samples, currency }: EditorProps) {
  const editor = useStyleEditor(loaded)
  const { look, setLook, chosen } = editor
  const [kind, setKind] = useState<AlertKind>('goalTip')
  const shownKind = chosen?.when.kind ?? kind
  const textKind = textKinds.find((each) => each === shownKind)
  useUnsaved(editor.isDirty)
  return (
    // The keys act on the whole editor, wherever its focus is.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={(event) => handleUndoKeys(event, editor)} className="flex flex-col gap-6">
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]">
        <div className="min-w-0 lg:order-2">
          <div className="flex flex-col gap-4 lg:sticky lg:top-24">
            <StylePreview editor={editor} samples={samples} kind={shownKind} onKindChange={setKind} />
            <StyleToolbar editor={editor} />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <VariationList editor={editor} currency={currency} />
          <ConditionFields editor={editor} currency={currency} />
          <LookFields look={look} setLook={setLook} />
          <Group title={m.style_texts({ kind: kindTexts[shownKind]() })}>
            {textKind ? (
              <TextFields look={look} setLook={setLook} kind={textKind} />
            ) : (
              <p className="text-sm text-muted">
                {shownKind === 'digest' ? m.style_texts_digest() : m.style_texts_show()}
              </p>
            )}
          </Group>
          <PictureField look={look} setLook={setLook} />
          <SoundField look={look} setLook={setLook} />
          {!chosen && (
            <Group title={m.style_more()}>
              <MoreFields editor={editor} currency={currency} />
            </Group>
          )}
        </div>
      </div>
      <SaveBar editor={editor} />
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-3 text-lg">{title}</h3>
      {children}
    </section>
  )
}
