import { clsx } from 'clsx'
import { toAsciiDigits } from '../../../../contract/money/read-amount.ts'
import { toCopied } from '../../../../contract/text.ts'
import { useFieldIds, Labelled } from '../../ui/field.tsx'

interface CodeBoxesProps {
  label: string
  value: string
  error?: string | undefined
  hint?: string | undefined
  readOnly?: boolean
  onChange: (code: string) => void
  name?: string
}

/** How many digits a code has. */
const codeLength = 6

/** Six boxes drawn over one input, so that pasting, autofill and screen readers work as with any input. */
export function CodeBoxes({ label, value, error, hint, readOnly, onChange, name }: CodeBoxesProps) {
  const ids = useFieldIds(error, hint)
  const characters = [...value]
  return (
    <Labelled label={label} error={error} hint={hint} ids={ids}>
      <div className="group relative">
        <input
          {...ids.attributes}
          name={name}
          value={value}
          readOnly={readOnly}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          onChange={(event) => onChange(readCode(event.target.value, value))}
          className="absolute inset-0 z-10 w-full cursor-text rounded-card opacity-0"
        />
        <div aria-hidden className="grid grid-cols-6 gap-1.5 sm:gap-2.5">
          {Array.from({ length: codeLength }, (_, place) => (
            <Box
              key={place}
              digit={characters[place]}
              isNext={place === Math.min(characters.length, codeLength - 1)}
              isWrong={!!error}
            />
          ))}
        </div>
      </div>
    </Labelled>
  )
}

/** Returns whether a code has all its digits and nothing else. */
export function isWholeCode(code: string): boolean {
  return code.length === codeLength && /^\d*$/.test(code)
}

/**
 * Returns the code in a text that is typed or pasted: the only one in it, without its spaces and hyphens. A text without a code stays, so
 * that it is not sent as another one. A digit after the last box changes nothing.
 */
function readCode(text: string, before: string): string {
  const plain = toAsciiDigits(toCopied(text))
  const joined = plain.replace(/[\s\p{Pd}]/gu, '')
  if (isWholeCode(before) && joined.startsWith(before) && joined.length === codeLength + 1) return before
  if (/^\d*$/.test(joined) && joined.length <= codeLength) return joined
  const [code, ...others] = plain.match(/(?<![\p{L}\d])\d{3}[\s\p{Pd}]?\d{3}(?![\p{L}\d])/gu) ?? []
  return code !== undefined && others.length === 0 ? code.replace(/\D/g, '') : plain
}

interface BoxProps {
  digit: string | undefined
  isNext: boolean
  isWrong: boolean
}

function Box({ digit, isNext, isWrong }: BoxProps) {
  return (
    <span
      className={clsx(
        'money grid h-14 place-items-center rounded-card border bg-card text-2xl sm:h-16',
        isWrong ? 'border-rose-fill' : 'border-field',
        isNext &&
          'group-focus-within:border-coral group-focus-within:ring-3 group-focus-within:ring-coral/30',
      )}
    >
      {digit}
    </span>
  )
}
