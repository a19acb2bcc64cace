/** The table of all forms, and docs/forms.md, which shows what the walk has found. */
import { creatorForms } from './creator-forms.ts'
import { nameOf } from './form.ts'
import type { Form, FormField } from './form.ts'
import { kinds } from './kinds.ts'
import { streamForms } from './stream-forms.ts'
import { timerForms } from './timer-forms.ts'
import { visitorForms } from './visitor-forms.ts'

export const forms: Form[] = [...visitorForms, ...creatorForms, ...timerForms, ...streamForms]

/** Returns the fields of a form that are typed into by the walk. */
export function walkedFields({ as, fields }: Form): FormField[] {
  return as === 'admin' ? [] : fields.filter(({ like, sort }) => !like && sort !== 'file')
}

/** Labels of fields that are drawn in a loop by a field of the table, or are named after the creator's currency. */
const others = ['Minutes', 'Seconds', 'USD', 'YouTube', 'Instagram', 'Facebook', 'Choose another picture']

/** Returns whether a field of the table has this label. */
export function isNamed(label: string): boolean {
  const all = forms.flatMap(({ fields }) => fields.map((field) => field.label))
  return (
    others.includes(label) || all.some((one) => (typeof one === 'string' ? one === label : one.test(label)))
  )
}

/** What became of each kind, by form and field. */
export type Outcomes = Map<string, string[]>

/** Returns what a field is called in the table. */
export function rowName(form: Form, field: FormField): string {
  return `${form.name} · ${nameOf(field)}`
}

const intro = `# Forms

What each field does with what people type and paste. \`e2e/forms.full.ts\` walks the real pages in Chromium on a phone, types each kind beside
good values into the other fields, sends the form, and writes this page (\`-u\`). Whatever is typed, the page keeps its content and its
width, the console has no error, the server answers neither 500 nor 429, and a refusal has a text at the field. The table of the fields is
\`e2e/forms/table.ts\`; a field of the site that it does not name fails the test, in the source and on the pages.

*Taken*: sent as it was typed. *Read*: sent as what it means: trimmed, without what nobody sees, as a number. *Refused*: not sent, with a text at the
field. *Stays*: nothing is sent. A number is how many characters the field has room for; it says when none is left. A date is typed with a year of
five digits instead.
`

/** Returns the text of docs/forms.md. */
export function renderDocs(outcomes: Outcomes): string {
  const head = ['Field', ...kinds.map(({ name }) => name)]
  const rows = [...outcomes].map(([name, cells]) => [name, ...cells])
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return [intro, table.join('\n'), '', likeSection(), fileSection()].join('\n')
}

function likeSection(): string {
  const lines = forms.flatMap((form) =>
    form.fields
      .filter(({ like }) => like && like !== 'none')
      .map((field) => `- ${rowName(form, field)}: ${field.like}`),
  )
  return `## The same as another field\n\nThese have the component and the schema of a field above, and are not walked themselves.\n\n${lines.join('\n')}\n`
}

function fileSection(): string {
  const lines = forms.flatMap((form) =>
    form.fields
      .filter(({ sort, like }) => like === 'none' || (!like && (sort === 'file' || form.as === 'admin')))
      .map((field) => `- ${rowName(form, field)}`),
  )
  return `## Not walked\n\nFiles have tests of their own (\`e2e/odd-pictures.full.ts\`, \`e2e/import.full.ts\`, \`domain/sounds/\`). The others are behind steps that the walk does not take;
\`server/hostile-input.test.ts\` sends their calls spoiled texts.\n\n${lines.join('\n')}\n`
}
