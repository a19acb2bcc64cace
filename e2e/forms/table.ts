/** The table of all forms, and docs/forms.md, which lists their fields. */
import { creatorForms } from './creator-forms.ts'
import { nameOf } from './form.ts'
import type { Form } from './form.ts'
import { streamForms } from './stream-forms.ts'
import { timerForms } from './timer-forms.ts'
import { visitorForms } from './visitor-forms.ts'

export const forms: Form[] = [...visitorForms, ...creatorForms, ...timerForms, ...streamForms]

const intro = `# Forms

Every field of the site that takes text or a file. \`e2e/forms.e2e.ts\` compares the list with the sources and writes this page (\`-u\`).

Of every field holds: what nobody sees, such as the direction characters that programs put around copied text, is left out of names, addresses, links
and codes. An amount keeps what was typed and is never read as another one ([currencies](currencies.md)). A
field that has room for fewer characters than are pasted says that none is left. \`server/hostile-input.test.ts\` sends each call
spoiled texts, and \`e2e/odd-browsers.full.ts\` gives tips in the browsers of apps and where storage and scripts are blocked.
`

/** Returns the text of docs/forms.md. */
export function renderDocs(): string {
  const rows = forms.flatMap((form) =>
    form.fields.map((field) => [form.name, nameOf(field), field.sort, `\`${field.source}\``]),
  )
  const head = ['Form', 'Field', 'Takes', 'In `web/src/`']
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return `${intro}\n${table.join('\n')}\n`
}
