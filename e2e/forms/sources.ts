/** Counts the fields for text and files in the sources of the site. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../../web/src/', import.meta.url).pathname

/** Elements that take a text or a file. */
const element =
  /<(?:Field|TextArea|NumberField|EmailField|PasswordField|NewPasswordField|CodeField|CodeBoxes|AddressField|AmountField|CurrencyField|TimeFields|PicturePicker|input|textarea)\b((?:=>|[^>])*)>/g
/** Those that take neither: choices, hidden values, and addresses to copy. */
const noText = /type="(?:checkbox|radio|range|hidden|color)"|\breadOnly\n/

/** Components that others build their fields of. */
const parts = [
  /^(ui|parts|lib|test)\//,
  /^features\/settings\/donothon\/(number|time)-field/,
  /^features\/settings\/import\/currency-field/,
  /^features\/(tip|settings\/styles)\/amount-field/,
  /^features\/settings\/keyed-address/,
  /^features\/settings\/stream\/alert-address/,
  /^features\/sign-in\/code-boxes/,
]

/** Returns how many fields each file draws itself. */
export function countFields(): Map<string, number> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const counts = files
    .filter((file) => /^(features|screens)\/.*\.tsx$/.test(file) && !/\.(test|fixture)\.tsx$/.test(file))
    .filter((file) => !parts.some((part) => part.test(file)))
    .map((file): [string, number] => [file, fieldsIn(readFileSync(join(root, file), 'utf8'))])
  return new Map(counts.filter(([, count]) => count > 0))
}

function fieldsIn(source: string): number {
  return [...source.matchAll(element)].filter(([, attributes]) => !noText.test(attributes!)).length
}
