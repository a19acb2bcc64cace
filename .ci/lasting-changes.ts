/**
 * Writes the table of `docs/sensitive-changes.md` from `contract/accounts/lasting-changes.ts`. This command does it: `node --import tsx
 * .ci/lasting-changes.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lastingChanges } from '../contract/accounts/lasting-changes.ts'
import type { LastingChange } from '../contract/accounts/lasting-changes.ts'

const page = 'docs/sensitive-changes.md'
const [begin, end] = ['<!-- made from contract/accounts/lasting-changes.ts -->', '<!-- end -->']

/** Returns the page as it is, and as `contract/accounts/lasting-changes.ts` has its table. */
export function renderPage(): { now: string; wanted: string } {
  const now = readFileSync(page, 'utf8')
  const [before, after] = [now.indexOf(begin), now.indexOf(end)]
  if (before === -1 || after < before) throw new Error(`${page} has no place for the table`)
  const wanted = `${now.slice(0, before)}${begin}\n\n${toTable()}\n\n${now.slice(after)}`
  return { now, wanted }
}

function toTable(): string {
  const rows = Object.entries<LastingChange>(lastingChanges).map(toRow)
  return ['| Change | Calls | Mail to the owner | “This wasn’t me” |', '|---|---|---|---|', ...rows].join(
    '\n',
  )
}

function toRow([change, { calls, mails, undo }]: [string, LastingChange]): string {
  const paths = Object.entries(calls).map(
    ([path, admission]) => `\`${path}\`${admission === 'proved' ? ' (proved)' : ''}`,
  )
  return `| \`${change}\` | ${paths.join(', ')} | ${mails.join(', ') || '–'} | ${undoText({ mails, undo })} |`
}

function undoText({ mails, undo }: Pick<LastingChange, 'mails' | 'undo'>): string {
  if (undo === null) return '–'
  if (undo === 'restore') return 'its link, or that of an earlier change, brings back what was before'
  return mails.length > 0 ? 'every link ends it' : 'every link replaces it'
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, renderPage().wanted)
