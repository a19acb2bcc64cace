/**
 * Finds tests whose outcome depends on something else than the code. On a slow machine, tests fail that wait with `vi.waitFor` or
 * `vi.waitUntil`, which give up after a second, or that give up after less than a minute; `expect.poll` waits long enough. Test files
 * that run in one worker share their modules (vitest.config.ts), so `vi.mock` of one of our modules has no effect on those that an
 * earlier file has loaded.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor, parseSync } from 'vite'
import { listFiles, testOnly } from './files.ts'

/** A test must not give up sooner than this, in milliseconds: what a usual machine does in a second takes a busy one far longer. */
const minTimeoutMs = 60_000

/** Returns the short waits and the mocked modules in the test files below a folder, each with its file. */
export function findFragileTests(root: string): string[] {
  return listFiles(root)
    .filter((file) => testOnly.test(file) || /^(e2e|bench)\/.*\.ts$/.test(file))
    .flatMap((file) => findIn(file, readFileSync(join(root, file), 'utf8')))
}

function findIn(file: string, source: string): string[] {
  const found: string[] = []
  new Visitor({
    MemberExpression({ object, property }) {
      if (object.type !== 'Identifier' || object.name !== 'vi' || property.type !== 'Identifier') return
      if (/^waitFor|^waitUntil/.test(property.name))
        found.push(`${file}: vi.${property.name}; use expect.poll`)
    },
    CallExpression({ callee, arguments: [module] }) {
      const isMock =
        callee.type === 'MemberExpression' && source.slice(callee.start, callee.end) === 'vi.mock'
      if (isMock && module?.type === 'Literal' && String(module.value).startsWith('.'))
        found.push(`${file}: vi.mock of ${module.value}; replace what the module uses, such as fetch`)
    },
    Property({ key, value }) {
      if (key.type !== 'Identifier' || !/^(timeout|testTimeout)$/.test(key.name)) return
      if (value.type === 'Literal' && typeof value.value === 'number' && value.value < minTimeoutMs)
        found.push(`${file}: ${key.name} ${value.value}; at least ${minTimeoutMs}`)
    },
  }).visit(parseSync(file, source).program)
  return found
}
