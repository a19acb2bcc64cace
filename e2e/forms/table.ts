/** The table of all forms, and docs/forms.md, which shows what the walk has found. */
import { creatorForms } from './creator-forms.ts'
import { nameOf } from './form.ts'
import type { Form, FormField, WalkedForm } from './form.ts'
import { fileKinds } from './file-kinds.ts'
import { kinds } from './kinds.ts'
import { streamForms } from './stream-forms.ts'
import { timerForms } from './timer-forms.ts'
import { visitorForms } from './visitor-forms.ts'

export const forms: Form[] = [...visitorForms, ...creatorForms, ...timerForms, ...streamForms]

/** The forms that the test fills in on their pages. */
export const walked = forms.filter((form): form is WalkedForm => 'path' in form)

/** Returns the fields of a form that the test walks: those for texts, or those for files. */
export function walkedFields({ fields }: WalkedForm, wanted: 'text' | 'file' = 'text'): FormField[] {
  return fields.filter(
    ({ like, sort }) => !like && sort !== 'date' && (sort === 'file') === (wanted === 'file'),
  )
}

/** What became of each kind, by the name of the row. */
export type Outcomes = ReadonlyMap<string, string[]>

/** Returns what a field is called in the table. */
export function rowName(form: Form, field: FormField): string {
  return `${form.name} · ${nameOf(field)}`
}

const intro = `# Forms

Every field of the site that takes text, a date or a file. \`e2e/forms.e2e.ts\` compares the list with the sources. \`e2e/forms.full.ts\` fills
in the fields below on the real pages, in Chromium on a phone, and writes this page (\`-u\`).

Of every field holds: what nobody sees, such as the direction characters that programs put around copied text, is left out of names, addresses, links
and codes. An amount keeps what was typed and is never read as another one ([currencies](currencies.md)). A
field that has room for fewer characters than are pasted says that none is left. A field says to browsers and password managers what it takes,
or that they have nothing to fill in (\`e2e/forms/autofill.ts\`).

\`server/hostile-input.test.ts\` sends each call spoiled texts. \`e2e/odd-browsers.full.ts\` and \`e2e/third-party-cookies.full.ts\` give tips in the
browsers of apps and where storage, scripts and third-party cookies are blocked. \`e2e/page-life.full.ts\` opens pages in two tabs, by Back, on a
slow line, after a log-out elsewhere, and before or without their code.
`

const walkIntro = `## What becomes of what is typed

Each kind is typed beside good values in the other fields, and the form is sent. Whatever is typed, the page keeps its content and its width, the
console has no error, and the server answers neither 500 nor 429.

*Taken*: sent as it was typed. *Read*: sent as what it means: trimmed, without what nobody sees, as a number. *Refused*: not kept, with
a text at the field. *Stays*: nothing is sent. A number is how many characters the field has room for.
`

const fileIntro = `
## What becomes of a file

A server tells by the bytes what a file is; its name and what the browser calls it count for nothing.
`

const othersIntro = `
## Fields that the test does not fill in
`

/** Returns the text of docs/forms.md. */
export function renderDocs(outcomes: Outcomes): string {
  const walk = (columns: readonly { name: string }[], wanted: 'text' | 'file' = 'text') =>
    tableOf(
      ['Field', ...columns.map(({ name }) => name)],
      walked
        .flatMap((form) => walkedFields(form, wanted).map((field) => rowName(form, field)))
        .map((name) => [name, ...outcomes.get(name)!]),
    )
  const others = tableOf(
    ['Field', 'Why not'],
    forms.flatMap((form) =>
      form.fields.flatMap((field) => {
        const why = whyNotWalked(form, field)
        return why === undefined ? [] : [[rowName(form, field), why]]
      }),
    ),
  )
  const parts = [intro, walkIntro, walk(kinds)]
  return [...parts, fileIntro, walk(fileKinds, 'file'), othersIntro, others, ''].join('\n')
}

/** Says why the test does not walk a field; undefined if it does. */
function whyNotWalked(form: Form, { like, sort }: FormField): string | undefined {
  if (sort === 'date') return 'the browser lets no other text into it'
  if (like) return `as ${like}`
  return 'path' in form ? undefined : form.notWalked
}

function tableOf(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
