import { alertTextLimits } from '../../../../../contract/alerts/alert-style.ts'
import type { AlertLines, TextKind } from '../../../../../contract/alerts/alert-style.ts'
import { alertVariablesOf, findAlertTextFault } from '../../../../../contract/alerts/alert-texts.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { showText } from '../../../lib/calls/check-text.ts'
import { Field } from '../../../ui/field.tsx'
import type { StyleEditor } from './use-style-editor.ts'

interface TextFieldsProps extends Pick<StyleEditor, 'look' | 'setLook'> {
  kind: TextKind
}

/** The two texts of a kind of alert. An empty field has our own text, in the language of the stream. */
export function TextFields({ look, setLook, kind }: TextFieldsProps) {
  const lines = look.texts[kind]
  const set = (edit: Partial<AlertLines>) =>
    setLook(
      { texts: { ...look.texts, [kind]: { ...lines, ...edit } } },
      `text ${kind} ${Object.keys(edit).join()}`,
    )
  const variables = alertVariablesOf(kind).map((variable) => `{${variable}}`)
  const toText = (typed: string) => (typed === '' ? null : typed)
  return (
    <div className="flex max-w-xl flex-col gap-4">
      <Field
        name="headline"
        enterKeyHint="done"
        label={m.style_headline()}
        value={lines.headline ?? ''}
        maxLength={alertTextLimits.headline}
        placeholder={m.style_text_standard()}
        error={faultOf(lines.headline, kind)}
        onChange={(event) => set({ headline: toText(event.target.value) })}
      />
      <Field
        name="line"
        enterKeyHint="done"
        label={m.style_line()}
        value={lines.line ?? ''}
        maxLength={alertTextLimits.line}
        placeholder={m.style_text_standard()}
        error={faultOf(lines.line, kind)}
        hint={m.style_variables({ variables: variables.join(' ') })}
        onChange={(event) => set({ line: toText(event.target.value) })}
      />
    </div>
  )
}

function faultOf(text: string | null, kind: TextKind): string | undefined {
  const fault = findAlertTextFault(text ?? '', kind)
  return fault && showText(fault)
}
