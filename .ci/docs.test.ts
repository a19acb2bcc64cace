/** Checks what README and docs/ say about the files and tests of this repository. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFiles } from './files.ts'

const files = listFiles('.')
const tests = files.filter((file) => /\.(test|e2e|full)\.tsx?$/.test(file))
const pages = files.filter((file) => /^((README|CONTRIBUTING)|docs\/.*)\.md$/.test(file))
/** Placeholders of examples, and files that a running installation makes. */
const notOfTheRepository = /^(PATH|e2e\/name\.e2e\.ts|name\.test\.ts|name\.full\.ts|\.data\/.*)$/

/** Returns the parts of all pages that match, each with its page. */
function listNamed(pattern: RegExp): { page: string; name: string }[] {
  return pages
    .flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(pattern)].flatMap(([, names]) =>
        names!.split(' ').map((name) => ({ page, name })),
      ),
    )
    .filter(({ name }) => !notOfTheRepository.test(name))
}

test('every test that a page tells people to run exists', () => {
  const named = listNamed(/npm (?:test|run test:full) -- ([^`\n]+)`/g)

  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name }) => !tests.some((file) => file.includes(name)))).toEqual([])
})

test('every file that a page names exists', () => {
  const named = listNamed(/`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|sh|yml|sql|css))`/g)

  expect(named.length).toBeGreaterThan(200)
  expect(named.filter(({ name }) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([])
})

test('every command of brimful that a page shows exists', () => {
  const script = readFileSync('deploy/brimful', 'utf8')
  const known = [...script.matchAll(/^([a-z][a-z |-]*)\)/gm)].flatMap(([, names]) => names!.split(' | '))
  const named = listNamed(/(?:^\$ |`)brimful ([a-z-]+)/gm)

  expect(named.length).toBeGreaterThan(15)
  expect(named.filter(({ name }) => !known.includes(name))).toEqual([])
})
