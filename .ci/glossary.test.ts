import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setUpFolder } from '../scripts/folder.fixture.ts'
import { checkGlossary, retiredWords } from './glossary.ts'

const folder = setUpFolder()

test.each(retiredWords)('"$word" is found in a file name and in an exported name', ({ word }) => {
  const kebab = word.replaceAll(' ', '-')
  const camel = word.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase())
  folder.plant({ [`db/open-${kebab}.ts`]: '', 'db/other.ts': `export function ${camel}Of() {}` })

  expect(checkGlossary(folder.path)).toEqual([
    expect.stringMatching(`^db/open-${kebab}.ts: "${word}" is retired`),
    expect.stringMatching(`^db/other.ts exports ${camel}Of: "${word}" is retired`),
  ])
})

test.each([
  'export const openBell = 1',
  'export function openBell() {}',
  'export class BellError extends Error {}',
  'export interface BellOptions {}',
  'export type Bell = string',
  'const a = 1\nexport { a as bell }',
  `export { bell } from './other.ts'`,
])('a retired word in "%s" is found', (text) => {
  folder.plant({ 'db/a.ts': text })

  expect(checkGlossary(folder.path)).toHaveLength(1)
})

test('other words, local names and honest terms are allowed', () => {
  folder.plant({
    'db/fan-out.ts': 'const bell = 1\nexport function fanOutJobs() { return bell }',
    'db/labels.ts': 'export const belly = 1\nexport const fantastic = 2',
    'db/migrations/0012-books.ts': '',
  })

  expect(checkGlossary(folder.path)).toEqual([])
})

test('a word is allowed in the files of its exceptions only', () => {
  const words = [{ word: 'story', replacement: 'details', exceptions: { 'web/story.ts': 'a real story' } }]
  folder.plant({ 'web/story.ts': 'export const story = 1', 'db/story.ts': '' })

  expect(checkGlossary(folder.path, words)).toEqual([expect.stringMatching('^db/story.ts: "story"')])
})

test('the command of CI fails on a planted word and passes without one', () => {
  const check = [
    '--import',
    import.meta.resolve('tsx'),
    join(import.meta.dirname, 'glossary.ts'),
    folder.path,
  ]
  folder.plant({ 'db/pubsub.ts': '' })
  expect(spawnSync(process.execPath, check).status).toBe(0)

  folder.plant({ 'db/bell.ts': '' })
  const { status, stderr } = spawnSync(process.execPath, check, { encoding: 'utf8' })

  expect(status).toBe(1)
  expect(stderr).toContain('db/bell.ts: "bell" is retired')
})
