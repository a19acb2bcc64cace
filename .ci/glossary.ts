/**
 * Keeps retired words out of file names and exported names, so that each thing has one name. The list omits words that also have a
 * proper use, like "look" or "place": reviewers watch for those.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { code, listFiles } from './files.ts'
import { runCheck } from './run-check.ts'

interface RetiredWord {
  /** A word, or several: `own words` matches `own-words.ts` and `ownWords`. */
  word: string
  replacement: string
  /** Files whose names and exports may contain the word, with the reason for each. */
  exceptions?: Readonly<Record<string, string>>
}

/** The retired words: words that the glossary in CONTRIBUTING.md has replaced and that have no other use here. */
export const retiredWords: readonly RetiredWord[] = [
  { word: 'bell', replacement: 'pub/sub' },
  { word: 'ring', replacement: 'publish, message' },
  { word: 'rings', replacement: 'publish, messages' },
  { word: 'ear', replacement: 'subscriber' },
  { word: 'heard', replacement: 'received' },
  { word: 'deaf', replacement: 'disconnected' },
  { word: 'deafness', replacement: 'disconnection' },
  { word: 'desk', replacement: 'dispatcher' },
  { word: 'told', replacement: 'sent' },
  { word: 'said', replacement: 'sent, message' },
  { word: 'say', replacement: 'format, translate, print' },
  { word: 'says', replacement: 'contains, message' },
  {
    word: 'story',
    replacement: 'event details',
    exceptions: { 'web/src/features/landing/story.tsx': 'the landing page tells how a stream goes' },
  },
  { word: 'letter', replacement: 'email' },
  {
    word: 'letters',
    replacement: 'emails',
    exceptions: { 'sandbox/secrets.ts': 'picks letters of the alphabet' },
  },
  { word: 'till', replacement: 'checkout' },
  {
    word: 'books',
    replacement: 'ledger',
    exceptions: { 'docs/platform-books.md': 'named after the command `npm run platform-books`' },
  },
  { word: 'reckon', replacement: 'compute' },
  { word: 'comparing', replacement: 'reconciliation' },
  { word: 'strange', replacement: 'unmatched' },
  { word: 'stranger', replacement: 'visitor, unmatched payment' },
  { word: 'strangers', replacement: 'visitors, unmatched payments' },
  { word: 'mend', replacement: 'repair' },
  { word: 'mended', replacement: 'repaired' },
  { word: 'asked', replacement: 'requested' },
  { word: 'asks', replacement: 'cases' },
  { word: 'door', replacement: 'endpoint, handler' },
  { word: 'turns', replacement: 'lock, queue' },
  { word: 'patience', replacement: 'timeout' },
  { word: 'patient', replacement: 'timeout' },
  { word: 'pulse', replacement: 'heartbeat, throttle' },
  { word: 'least', replacement: 'min' },
  { word: 'most', replacement: 'max' },
  { word: 'owing', replacement: 'due' },
  { word: 'owed', replacement: 'due' },
  { word: 'news', replacement: 'messages' },
  { word: 'own words', replacement: 'blocked words' },
  { word: 'upkeep', replacement: 'retention' },
  { word: 'giving', replacement: 'tips given' },
  { word: 'giver', replacement: 'supporter' },
  { word: 'donor', replacement: 'supporter' },
  { word: 'fan', replacement: 'supporter' },
  { word: 'fans', replacement: 'supporters' },
  { word: 'stillness', replacement: 'idle, reduced motion' },
  { word: 'calm', replacement: 'reduced motion' },
  { word: 'house', replacement: 'services, architecture' },
  { word: 'yard', replacement: 'packages' },
  { word: 'canary', replacement: 'leak scan' },
  { word: 'scene', replacement: 'scenario' },
  { word: 'cast', replacement: 'cases' },
  { word: 'goaluuid', replacement: 'goalId' },
]

/** Terms of the field that contain a retired word and are allowed. */
const honestTerms = ['fan out']
/** Matches migrations that have already run and therefore keep their names. */
const frozen = /^db\/migrations\/00([0-2]\d|30)-/

/** Returns every retired word in the names below `root`, one line each. */
export function checkGlossary(root: string, words: readonly RetiredWord[] = retiredWords): string[] {
  const files = listFiles(root).filter((file) => !frozen.test(file))
  return files.flatMap((file) => {
    const exported = code.test(file) ? listExports(file, readFileSync(join(root, file), 'utf8')) : []
    return words
      .filter(({ exceptions = {} }) => !(file in exceptions))
      .flatMap(({ word, replacement }) => [
        ...(contains(file, word) ? [`${file}: "${word}" is retired, use: ${replacement}`] : []),
        ...exported
          .filter((name) => contains(name, word))
          .map((name) => `${file} exports ${name}: "${word}" is retired, use: ${replacement}`),
      ])
  })
}

function contains(name: string, word: string): boolean {
  const words = name.replace(/([a-z\d])(?=[A-Z])/g, '$1 ').toLowerCase()
  const spaced = ` ${words.replace(/[^a-z\d]+/g, ' ')} `
  return honestTerms.reduce((text, term) => text.replaceAll(` ${term} `, '  '), spaced).includes(` ${word} `)
}

/** Returns the exported names of a file: values, types and re-exports. */
function listExports(file: string, text: string): string[] {
  const { staticExports } = parseSync(file, text).module
  return staticExports.flatMap(({ entries }) => entries.flatMap(({ exportName }) => exportName.name ?? []))
}

runCheck(import.meta.url, checkGlossary, '.ci/glossary.ts')
