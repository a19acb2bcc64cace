/**
 * Checks the import rules of `layers.ts`: a layer, or a folder of `domain/`, imports only what it may; product code imports no
 * fixtures; and neither files nor folders import each other in a cycle. Imports of types count.
 */
import { readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { findCycles } from './cycles.ts'
import { code, listFiles, testOnly } from './files.ts'
import { listImports } from './imports.ts'
import { commonInDomain, domainImports, layers } from './layers.ts'
import type { Layer } from './layers.ts'
import { runCheck } from './run-check.ts'

type Graph = ReadonlyMap<string, readonly string[]>

const rootConfig = /^[^/]+\.config\.ts$/

/** Returns every violation in the tree at `root`, one line each. */
export function checkImportRules(root: string): string[] {
  const files = listFiles(root).filter((file) => code.test(file) && !rootConfig.test(file))
  const graph: Graph = new Map(files.map((file) => [file, importsOf(root, file)]))
  const unknown = files.filter((file) => !isPlaced(file)).map((file) => `${file} is in no layer`)
  const forbidden = [...graph].flatMap(([file, targets]) =>
    targets.filter((target) => !mayImport(file, target)).map((target) => `${file} may not import ${target}`),
  )
  return [
    ...unknown,
    ...forbidden,
    ...findCycles(graph).map((cycle) => `import cycle: ${cycle.join(' → ')}`),
    ...findCycles(folderGraph(graph)).map((cycle) => `folder cycle: ${cycle.join(' → ')}`),
  ]
}

/** Returns the relative imports of a file, as paths from the root. */
function importsOf(root: string, file: string): string[] {
  return listImports(file, readFileSync(join(root, file), 'utf8'))
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(dirname(file), specifier.replace(/[?#].*$/, '')))
}

function isPlaced(file: string): boolean {
  const layer = layerOf(file)
  return layer?.folder === 'domain' ? domainFolderOf(file) !== undefined : layer !== undefined
}

function mayImport(file: string, target: string): boolean {
  const [from, to] = [layerOf(file), layerOf(target)]
  if (!from || from.isForTests) return true
  const isTest = testOnly.test(file)
  if (testOnly.test(target) && !isTest) return false
  if (from.mayImport.includes('*')) return true
  if (from === to) return mayImportInside(from, file, target)
  const allowed = isTest ? [...from.mayImport, ...(from.testsMayImport ?? [])] : from.mayImport
  return to !== undefined && allowed.includes(to.folder)
}

function mayImportInside(layer: Layer, file: string, target: string): boolean {
  if (layer.isDivided) return partOf(file, layer) === partOf(target, layer)
  if (layer.folder !== 'domain' || testOnly.test(file)) return true
  const [from, to] = [domainFolderOf(file), domainFolderOf(target)]
  if (from === undefined || to === undefined) return false
  return (
    from === to || to === '' || commonInDomain.includes(to) || (domainImports[from]?.includes(to) ?? false)
  )
}

function layerOf(file: string): Layer | undefined {
  return layers.find(({ folder }) => file.startsWith(`${folder}/`))
}

/** Returns the innermost folder of `domainImports` that contains the file; '' for a file directly in `domain/`. */
function domainFolderOf(file: string): string | undefined {
  const folder = relative('domain', dirname(file))
  if (folder === '') return ''
  return [...commonInDomain, ...Object.keys(domainImports)]
    .filter((name) => `${folder}/`.startsWith(`${name}/`))
    .toSorted((a, b) => b.length - a.length)[0]
}

/**
 * Returns the folder inside a divided layer that contains the file or, for a file directly in the layer, its name without
 * extensions.
 */
function partOf(file: string, layer: Layer): string {
  return relative(layer.folder, file).split(/[/\\.]/, 1)[0] ?? ''
}

/**
 * Returns which folder imports which, without tests. Imports between a folder and its own subfolder do not count: the outer folder
 * composes the inner one, and the inner one uses the outer one's types.
 */
function folderGraph(files: Graph): Graph {
  const graph = new Map<string, string[]>()
  for (const [file, targets] of files) {
    if (testOnly.test(file)) continue
    const from = dirname(file)
    const folders = targets.map((target) => dirname(target)).filter((to) => !isNested(from, to))
    graph.set(from, [...new Set([...(graph.get(from) ?? []), ...folders])])
  }
  return graph
}

function isNested(a: string, b: string): boolean {
  return `${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`)
}

runCheck(import.meta.url, checkImportRules, '.ci/layers.ts')
