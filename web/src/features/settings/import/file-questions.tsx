import type { FileGuess, ImportQuestion } from '../../../../../contract/imports/import-calls.ts'
import type { TextEncoding } from '../../../../../contract/imports/tip-import.ts'
import { textEncoding } from '../../../../../contract/imports/tip-import.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { currentLocale } from '../../../lib/locale.ts'
import { formatDayIn } from '../../../lib/accounts/time-zone.ts'
import { Select } from '../../../ui/field.tsx'
import { CurrencyField } from './currency-field.tsx'
import type { ChosenFile, Given } from './use-import-file.ts'

interface QuestionProps {
  chosen: ChosenFile
  isDisabled: boolean
  onChange: (changed: Given) => void
}

const none = ''

/** Returns what the creator still has to choose before the file can be checked. */
export function openQuestions({ guess, given }: ChosenFile): ImportQuestion[] {
  return guess.questions.filter(({ field }) => given[field] === undefined)
}

/** What the file leaves open: an order of dates, a decimal mark, a currency. The choice of its encoding is beside the preview. */
export function FileQuestions({ chosen, isDisabled, onChange }: QuestionProps) {
  const { guess, given } = chosen
  const questions = guess.questions.filter(({ field }) => field !== 'encoding')
  if (questions.length === 0) return null
  return (
    <section
      aria-label={m.import_ask_title()}
      className="grid gap-4 rounded-card border border-coral bg-coral/10 p-4"
    >
      <div>
        <h3 className="font-semibold">{m.import_ask_title()}</h3>
        <p className="text-sm">{m.import_ask_hint()}</p>
      </div>
      {questions.map((question) => {
        const { field, readings } = question
        if (field === 'inCurrency' && readings.length === 0)
          return (
            <CurrencyField
              key={field}
              label={labelOf(question)}
              initial={given.inCurrency ?? ''}
              isDisabled={isDisabled}
              onChange={(inCurrency) => onChange({ inCurrency })}
            />
          )
        const value = given[field] ?? none
        const options = readings.map((reading) => [reading.value, textOf(field, reading)] as const)
        return (
          <Select
            key={field}
            label={labelOf(question)}
            disabled={isDisabled}
            value={value}
            options={value === none ? [[none, m.import_column_choose()], ...options] : options}
            onChange={(event) => onChange({ [field]: event.target.value })}
          />
        )
      })}
    </section>
  )
}

function labelOf({ field, sample }: ImportQuestion): string {
  if (field === 'dateOrder') return m.import_ask_order({ sample })
  return field === 'decimalMark' ? m.import_ask_mark({ sample }) : m.import_ask_currency({ sample })
}

function textOf(field: ImportQuestion['field'], { value, text }: ImportQuestion['readings'][number]): string {
  if (field === 'dateOrder') {
    const day = formatDayIn('UTC', `${text}T00:00:00Z`)
    return value === 'dmy' ? m.import_ask_dmy({ day }) : m.import_ask_mdy({ day })
  }
  if (field !== 'decimalMark') return text
  const amount = Number(text).toLocaleString(currentLocale(), { maximumFractionDigits: 3 })
  return value === 'point' ? m.import_ask_point({ amount }) : m.import_ask_comma({ amount })
}

const encodingNames: Record<TextEncoding, () => string> = {
  'utf-8': () => 'UTF-8',
  'utf-16le': () => 'UTF-16',
  'utf-16be': () => 'UTF-16 BE',
  'windows-1252': m.import_encoding_western,
  'windows-1251': m.import_encoding_cyrillic,
  'windows-1250': m.import_encoding_central,
  shift_jis: m.import_encoding_japanese,
}

/** The encoding of the preview. If the file does not prove it, the creator has to choose, by how each reads a part of it. */
export function EncodingSelect({ chosen: { guess, given }, isDisabled, onChange }: QuestionProps) {
  const question = guess.questions.find(({ field }) => field === 'encoding')
  const value = question ? (given.encoding ?? none) : guess.encoding
  const options = textEncoding.options.map((one) => [one, describeEncoding(guess, one)] as const)
  return (
    <Select
      label={m.import_encoding()}
      hint={question ? m.import_encoding_hint() : undefined}
      className="mb-2"
      disabled={isDisabled}
      value={value}
      options={value === none ? [[none, m.import_column_choose()], ...options] : options}
      onChange={(event) => onChange({ encoding: event.target.value as TextEncoding })}
    />
  )
}

function describeEncoding({ questions }: FileGuess, encoding: TextEncoding): string {
  const name = encodingNames[encoding]()
  const question = questions.find(({ field }) => field === 'encoding')
  const sample = question?.readings.find(({ value }) => value === encoding)?.text
  return sample ? m.import_encoding_option({ name, sample }) : name
}
