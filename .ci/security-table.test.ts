import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has. Those of level 3 are numbered after them.
 * https://github.com/OWASP/ASVS/tree/master/5.0/docs_en
 */
const sections = `
  V1.1:2 V1.2:9 V1.3:11 V1.4:3 V1.5:2 V2.1:3 V2.2:3 V2.3:4 V2.4:1 V3.2:2 V3.3:4 V3.4:6 V3.5:5 V3.7:2
  V4.1:3 V4.2:1 V4.3:2 V4.4:4 V5.1:1 V5.2:3 V5.3:2 V5.4:3 V6.1:3 V6.2:12 V6.3:4 V6.4:4 V6.5:5 V6.6:3
  V6.8:4 V7.1:3 V7.2:4 V7.3:2 V7.4:5 V7.5:2 V7.6:2 V8.1:2 V8.2:3 V8.3:1 V8.4:1 V9.1:3 V9.2:4 V10.1:2
  V10.2:2 V10.3:4 V10.4:11 V10.5:5 V10.6:2 V10.7:3 V11.1:2 V11.2:3 V11.3:3 V11.4:4 V11.5:1 V11.6:1
  V12.1:3 V12.2:2 V12.3:4 V13.1:1 V13.2:5 V13.3:2 V13.4:5 V14.1:2 V14.2:4 V14.3:3 V15.1:3 V15.2:3
  V15.3:7 V16.1:1 V16.2:5 V16.3:4 V16.4:3 V16.5:3 V17.1:1 V17.2:4 V17.3:2`

/** What a row may say instead of the name of a test, or before one. */
const answers = /^(?:Read|Not met(?: for creators: `.*)?|Does not apply: .+|(?:Partly: )?`.*)$/

const rows = [
  ...readFileSync('docs/security.md', 'utf8').matchAll(/^\| (V[^|]*) \|([^|]*)\| (.*) \|$/gm),
].map(([, ids = '', where = '', test = '']) => ({ ids: ids.split(', '), where: where.trim(), test }))

test('docs/security.md has each requirement of levels 1 and 2 once', () => {
  const counts = sections.trim().split(/\s+/)
  const all = counts.flatMap((count) => {
    const [section, last] = count.split(':')
    return Array.from({ length: Number(last) }, (_, i) => `${section}.${i + 1}`)
  })
  const listed = rows.flatMap(({ ids }) => ids)

  expect(listed.filter((id, i) => listed.indexOf(id) !== i || !all.includes(id))).toEqual([])
  expect(all.filter((id) => !listed.includes(id))).toEqual([])
})

test('every row of docs/security.md says how it is known, and what is not met says why', () => {
  expect(rows.filter(({ test: answer }) => !answers.test(answer))).toEqual([])
  expect(rows.filter(({ where, test: answer }) => /^(?:Not met|Partly)/.test(answer) && !where)).toEqual([])
})

test('every test that docs/security.md names exists', () => {
  const named = rows.flatMap(({ test: answer }) => [...answer.matchAll(/`([^`]+) › ([^`]+)`/g)])

  expect(named.length).toBeGreaterThan(80)
  expect(named.filter(([, path = '', title = '']) => !hasTest(path, title)).map(([name]) => name)).toEqual([])
})

function hasTest(path: string, title: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8').includes(`'${title}'`)
}
