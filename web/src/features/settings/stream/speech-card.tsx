import * as z from 'zod/mini'
import { toMinorUnits } from '../../../../../contract/money/minor-units.ts'
import { tipLimits } from '../../../../../contract/money/money.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import {
  getSpeechSample,
  getSpeechSettings,
  saveSpeechSettings,
  speechEngine,
} from '../../../../../contract/alerts/speech-calls.ts'
import type { SpeechEngine, SpeechSettings } from '../../../../../contract/alerts/speech-calls.ts'
import { languageOf, voice } from '../../../../../contract/alerts/voices.ts'
import type { Voice } from '../../../../../contract/alerts/voices.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { callBase } from '../../../lib/calls/fetch-call.ts'
import { formatAmount } from '../../../lib/format.ts'
import { currentLocale } from '../../../lib/locale.ts'
import { toast } from '../../../lib/toast.ts'
import { tipAmountRule, typedAmount, writeAmount } from '../../../lib/payments/typed-amount.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ChoiceCard } from '../../../ui/choice-card.tsx'
import { Field, Select } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ListenButton } from '../sounds/listen-button.tsx'
import { VolumeField } from '../sounds/volume-field.tsx'

type Currency = PayoutCurrency | null

/** Whether alerts' messages are read aloud, the voice, the smallest tip that is read, and what is left of the month. */
export function SpeechCard({ currency }: { currency: Currency }) {
  const found = useCall(getSpeechSettings)
  return (
    <Card id="speech" title={m.speech_title()} hint={m.speech_hint()}>
      <Loadable
        loaded={found}
        failedText={m.speech_failed()}
        skeleton={<Skeleton className="h-60 w-full rounded-card" />}
      >
        {(settings) => (
          <SpeechForm
            settings={settings}
            currency={currency}
            onSaved={(saved) => found.setData(() => saved)}
          />
        )}
      </Loadable>
    </Card>
  )
}

interface SpeechFormProps {
  settings: SpeechSettings
  currency: Currency
  onSaved: (settings: SpeechSettings) => void
}

function useSpeechForm({ settings, currency, onSaved }: SpeechFormProps) {
  return useForm({
    initial: {
      engine: String(settings.engine),
      voice: String(settings.voice),
      volume: String(settings.volume),
      from: writeAmount(settings.fromAmount, currency),
    },
    schema: formSchema(currency),
    async onSubmit({ engine, voice: name, volume, from }) {
      const body = {
        engine: speechEngine.parse(engine),
        voice: voice.parse(name),
        volume: Number(volume),
        fromAmount: from,
      }
      onSaved(await call(saveSpeechSettings, { body }, { errorsTo: 'caller' }))
      toast.success(m.speech_saved())
    },
  })
}

function SpeechForm(props: SpeechFormProps) {
  const { settings, currency } = props
  const form = useSpeechForm(props)
  const { engine } = form.values
  return (
    <Form
      form={form}
      buttons={
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {m.speech_save()}
        </Button>
      }
      className="max-w-xl gap-5"
    >
      <EngineChoice
        value={speechEngine.parse(engine)}
        hasFiles={settings.hasFiles}
        onChange={(chosen) => form.set('engine', chosen)}
      />
      {engine !== 'off' && (
        <SpeechFields form={form} engine={speechEngine.parse(engine)} {...{ settings, currency }} />
      )}
    </Form>
  )
}

interface SpeechFieldsProps {
  form: ReturnType<typeof useSpeechForm>
  engine: SpeechEngine
  settings: SpeechSettings
  currency: Currency
}

/** The voice, the smallest amount and the volume. */
function SpeechFields({ form, engine, settings, currency }: SpeechFieldsProps) {
  const { voice: name, volume } = form.values
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-56">
          <Select
            label={engine === 'file' ? m.speech_voice() : m.speech_language()}
            value={name}
            onChange={(event) => form.set('voice', event.target.value)}
            options={engine === 'file' ? voiceOptions() : languageOptions(voice.parse(name))}
          />
        </div>
        {engine === 'file' && <ListenButton key={name} path={samplePath(name)} volume={Number(volume)} />}
      </div>
      <Field
        {...form.text('from')}
        label={m.speech_from()}
        aside={formatAmount(0, currency).replace(/[\d.,\s]/g, '')}
        hint={form.errors.from ? undefined : m.speech_from_hint()}
        inputMode="numeric"
        className="max-w-44"
      />
      <VolumeField
        label={m.sound_volume()}
        value={Number(volume)}
        onChange={(chosen) => form.set('volume', String(chosen))}
      />
      <p className="text-sm text-muted">{m.speech_length()}</p>
      {engine === 'file' && <Left settings={settings} />}
    </>
  )
}

interface EngineChoiceProps {
  value: SpeechEngine
  hasFiles: boolean
  onChange: (engine: SpeechEngine) => void
}

function EngineChoice({ value, hasFiles, onChange }: EngineChoiceProps) {
  const texts: Record<SpeechEngine, [label: string, hint: string]> = {
    off: [m.speech_off(), m.speech_off_hint()],
    file: [m.speech_file(), m.speech_file_hint()],
    browser: [m.speech_browser(), m.speech_browser_hint()],
  }
  const offered = speechEngine.options.filter((engine) => engine !== 'file' || hasFiles || value === 'file')
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{m.speech_engine()}</legend>
      {offered.map((engine) => (
        <ChoiceCard
          key={engine}
          name="engine"
          value={engine}
          label={texts[engine][0]}
          hint={engine === 'file' && !hasFiles ? m.speech_file_missing() : texts[engine][1]}
          checked={engine === value}
          onChoose={() => onChange(engine)}
        />
      ))}
    </fieldset>
  )
}

function Left({ settings: { charactersLeft, charactersPerMonth } }: { settings: SpeechSettings }) {
  const format = (count: number) => count.toLocaleString(currentLocale())
  if (charactersLeft === 0) return <p className="text-sm font-medium text-rose">{m.speech_left_none()}</p>
  return (
    <p className="text-sm">
      {m.speech_left({ left: format(charactersLeft), total: format(charactersPerMonth) })}
    </p>
  )
}

function samplePath(name: string): string {
  return `${callBase}${getSpeechSample.path}?voice=${name}`
}

/** The voices by language, numbered where a language has several. */
function voiceOptions(): [string, string][] {
  return voice.options.map((name) => {
    const alike = voice.options.filter((other) => languageOf(other) === languageOf(name))
    const language = describe(languageOf(name))
    if (alike.length === 1) return [name, language]
    return [name, m.speech_voice_name({ language, number: alike.indexOf(name) + 1 })]
  })
}

/** One voice for each language; the chosen voice represents its language. */
function languageOptions(chosen: Voice): [string, string][] {
  const first = new Map(voice.options.toReversed().map((name): [string, Voice] => [languageOf(name), name]))
  first.set(languageOf(chosen), chosen)
  return [...first].map(([tag, name]): [string, string] => [name, describe(tag)]).toReversed()
}

function describe(tag: string): string {
  return new Intl.DisplayNames([currentLocale()], { type: 'language' }).of(tag) ?? tag
}

function formSchema(currency: Currency) {
  const most = formatAmount(toMinorUnits(tipLimits.maxUnits, currency ?? 'usd'), currency)
  const from = typedAmount(tipAmountRule(currency, m.speech_from_error({ most }), 0))
  return z.object({ engine: z.string(), voice: z.string(), volume: z.string(), from })
}
