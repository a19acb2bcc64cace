/** Reads docs/operator.md: the commands that it gives an operator, and the output that it shows. */
import { readFileSync } from 'node:fs'

const page = readFileSync('docs/operator.md', 'utf8')
const block = /```console\n([^]*?)```/g

const linesIn = (text: string) => [...text.matchAll(block)].flatMap(([, lines]) => lines!.trim().split('\n'))

/** Returns the commands of a section for an operator with systemd, in the order of the page. */
export function commandsFor(section: string): string[] {
  const text = page.split(/^## /m).find((part) => part.startsWith(`${section}\n`))!
  const ways = text.split(/^\*\*With (?=containers|systemd)/m)
  const ours = ways.filter((part) => !part.startsWith('containers'))
  return ours.flatMap(linesIn).flatMap((line) => (line.startsWith('$ ') ? line.slice(2) : []))
}

/** Returns the lines of output that the page shows, up to what an answer, a secret or a number fills in. */
export function listShown(): string[] {
  const shown = linesIn(page).filter((line) => !line.startsWith('$ '))
  return shown
    .map((line) => /^(.*?(?:, like .*?)?: )(?=tips\.|mira mira@b|…)|^The copy has |^.*/.exec(line)!)
    .map(([all, question]) => question ?? all)
}
