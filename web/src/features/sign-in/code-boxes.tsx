import { clsx } from 'clsx'
import { toAsciiDigits } from '../../../../contract/money/read-amount.ts'
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
export const codeLength = 6

/** Six boxes drawn over one input, so that pasting, autofill and screen readers work as with any input. */
export function CodeBoxes({ label, value, error, hint, readOnly, onChange, name }: CodeBoxesProps) {
  const ids = useFieldIds(error, hint)
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
          onChange={(event) =>
            onChange(toAsciiDigits(event.target.value).replace(/\D/g, '').slice(0, codeLength))
          }
          className="absolute inset-0 z-10 w-full cursor-text rounded-card opacity-0"
        />
        <div aria-hidden className="grid grid-cols-6 gap-1.5 sm:gap-2.5">
          {Array.from({ length: codeLength }, (_, place) => (
            <Box
              key={place}
              digit={value[place]}
              isNext={place === Math.min(value.length, codeLength - 1)}
              isWrong={!!error}
            />
          ))}
        </div>
      </div>
    </Labelled>
  )
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
