/**
 * The import rules of docs/architecture.md as data, and the check that holds them: a room imports only the rooms it is
 * given, and no file imports itself by any detour. Types count: a room that needs another's types knows it.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCycles } from './cycles.ts'
import { listImports } from './imports.ts'

export interface Room {
  folder: string
  mayImport: readonly string[]
  /** What its tests, and the files that only tests use, may import besides. */
  testsMayImport?: readonly string[]
  /** The folders inside do not know each other. */
  isDivided?: boolean
}

const shared = ['contract', 'i18n/compiled']
const inside = ['contract', 'db', 'domain', 'i18n/compiled']
const anything = ['*']
const web = ['web/src/screens', 'web/src/features', 'web/src/ui', 'web/src/lib', ...shared]
const testsMayImport = ['web/src/test']

/** A file belongs to the first room that holds it. */
export const rooms: readonly Room[] = [
  { folder: 'i18n/compiled', mayImport: [] },
  { folder: 'contract', mayImport: [] },
  { folder: 'db', mayImport: ['contract'] },
  { folder: 'domain', mayImport: ['contract', 'db', 'i18n/compiled'], testsMayImport: ['sandbox'] },
  { folder: 'demo', mayImport: inside, testsMayImport: ['sandbox'] },
  { folder: 'server', mayImport: inside, testsMayImport: ['sandbox'] },
  { folder: 'workers', mayImport: inside, testsMayImport: ['sandbox'] },
  {
    folder: 'web/src/screens',
    mayImport: ['web/src/features', 'web/src/ui', 'web/src/lib', ...shared],
    testsMayImport,
  },
  {
    folder: 'web/src/features',
    mayImport: ['web/src/ui', 'web/src/lib', ...shared],
    testsMayImport,
    isDivided: true,
  },
  { folder: 'web/src/ui', mayImport: ['web/src/lib', ...shared], testsMayImport },
  { folder: 'web/src/lib', mayImport: shared, testsMayImport },
  { folder: 'web/src/test', mayImport: ['web', ...web] },
  { folder: 'web', mayImport: web, testsMayImport },
  { folder: 'overlay', mayImport: shared },
  { folder: 'sandbox', mayImport: [] },
  { folder: 'e2e', mayImport: anything },
  { folder: 'bench', mayImport: anything },
  { folder: 'scripts', mayImport: anything },
  { folder: '.ci', mayImport: anything },
]

const notOurs = new Set(['node_modules', 'dist', '.git', '.data', 'coverage', 'compiled'])
const code = /\.(ts|tsx|mts|js|mjs)$/
const rootConfig = /^[^/]+\.config\.ts$/

/** Every breach in the tree at `root`, one line each. */
export function checkRooms(root: string): string[] {
  const files = listFiles(root, '').filter((file) => !rootConfig.test(file))
  const graph = new Map(files.map((file) => [file, importsOf(root, file)]))
  const strays = files.filter((file) => !roomOf(file)).map((file) => `${file} is in no room`)
  const breaches = [...graph].flatMap(([file, targets]) => targets.flatMap((target) => judge(file, target)))
  const cycles = findCycles(graph).map((cycle) => `import cycle: ${cycle.join(' → ')}`)
  return [...strays, ...breaches, ...cycles]
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : listFiles(root, path)
    return code.test(entry.name) ? [path] : []
  })
}

/** The relative imports of a file, as paths from the root. */
function importsOf(root: string, file: string): string[] {
  return listImports(file, readFileSync(join(root, file), 'utf8'))
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(dirname(file).split(sep).join('/'), specifier.replace(/[?#].*$/, '')))
}

function judge(file: string, target: string): string[] {
  const from = roomOf(file)
  const to = roomOf(target)
  if (!from || from.mayImport.includes('*')) return []
  if (isForTests(target) && !isForTests(file)) return [say(file, target)]
  if (from === to)
    return from.isDivided && partOf(file, from) !== partOf(target, from) ? [say(file, target)] : []
  const allowed = isForTests(file) ? [...from.mayImport, ...(from.testsMayImport ?? [])] : from.mayImport
  return to && allowed.includes(to.folder) ? [] : [say(file, target)]
}

function roomOf(file: string): Room | undefined {
  return rooms.find(({ folder }) => file.startsWith(`${folder}/`))
}

/** The folder inside a divided room, or the file's own name without its endings. */
function partOf(file: string, room: Room): string {
  return relative(room.folder, file).split(/[/\\.]/, 1)[0] ?? ''
}

/** Tests, and what only they use: `test-database.ts`, `web/src/test/`. A test alert is a thing of the product. */
function isForTests(file: string): boolean {
  return (
    /(\.(test|full|fixture)\.tsx?$|^web\/src\/test\/)/.test(file) ||
    (/^(sandbox|web|scripts)\//.test(file) && /\/test-(?!alert)[^/]+$/.test(file))
  )
}

function say(file: string, target: string): string {
  return `${file} may not import ${target}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkRooms(process.argv[2] ?? '.')
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length ? 1 : 0
}
