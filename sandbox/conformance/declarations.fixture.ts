/** Declaration files (`.d.ts`) as a compiler sees them: which interface, alias or enum a name means, and where. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** The part of a syntax tree that is read here. */
export interface Node {
  type: string
  name?: string
  value?: unknown
  id?: Node
  key?: Node
  left?: Node
  right?: Node
  body?: Node | Node[]
  members?: Node[]
  initializer?: Node
  optional?: boolean
  extends?: Heritage[]
  typeAnnotation?: Node
  typeArguments?: { params: Node[] } | null
  typeParameters?: { params: { name: Node }[] } | null
  elementType?: Node
  objectType?: Node
  indexType?: Node
  typeName?: Node
  types?: Node[]
  literal?: Node
  declaration?: Node | null
  source?: { value: string } | null
  specifiers?: { local: Node; imported?: Node; exported?: Node }[]
}

export interface Heritage {
  expression: Node
  typeArguments?: { params: Node[] } | null
}

/** Where a name is read: names of the namespaces around it count first. */
export interface Place {
  file: string
  scope: readonly string[]
}

export interface Declaration extends Place {
  node: Node
  /** With the namespaces around it: `Refund.NextAction`. */
  path: string
}

interface Module {
  own: Map<string, Declaration>
  imports: Map<string, { from: string; name: string }>
  exports: Map<string, { from: string; name: string }>
  /** Handed on under a path of its own: `export { Session }` in a namespace. */
  aliases: Map<string, string>
  stars: string[]
}

/** Files do not change under us. */
const modules = new Map<string, Module>()

/** What a name means at a place; undefined for a name from elsewhere. Files are read as they are asked for. */
export function findDeclaration(name: string, { file, scope }: Place): Declaration | undefined {
  const { own, imports } = openModule(file)
  for (let depth = scope.length; depth >= 0; depth -= 1) {
    const found = own.get([...scope.slice(0, depth), name].join('.'))
    if (found) return found
  }
  const [head = '', ...rest] = name.split('.')
  const imported = imports.get(head)
  if (!imported) return findExport(file, name)
  return findExport(resolve(file, imported.from), [imported.name, ...rest].join('.'))
}

function findExport(
  file: string | undefined,
  path: string,
  seen = new Set<string>(),
): Declaration | undefined {
  if (!file || seen.has(file)) return undefined
  seen.add(file)
  const { own, exports, aliases, stars } = openModule(file)
  const known = own.get(path)
  if (known) return known
  const alias = aliases.get(path)
  if (alias) return findDeclaration(alias, { file, scope: [] })
  const [head = '', ...rest] = path.split('.')
  const named = exports.get(head)
  if (named) return findExport(resolve(file, named.from), [named.name, ...rest].join('.'), seen)
  for (const from of stars) {
    const inner = findExport(resolve(file, from), path, seen)
    if (inner) return inner
  }
  return undefined
}

function openModule(file: string): Module {
  const module = modules.get(file) ?? readModule(file)
  modules.set(file, module)
  return module
}

/** The name of a type, a property or a reference; `A.B` for one within another. */
export function nameOf(node: unknown): string {
  const { id, name, value, left, right } = node as Node
  if (left && right) return `${nameOf(left)}.${nameOf(right)}`
  return id ? nameOf(id) : (name ?? String(value))
}

const kinds = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'TSEnumDeclaration'])

function readModule(file: string): Module {
  const module: Module = {
    own: new Map(),
    imports: new Map(),
    exports: new Map(),
    aliases: new Map(),
    stars: [],
  }
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  readStatements(program.body as unknown as Node[], { file, scope: [] }, module)
  return module
}

function readStatements(statements: Node[], place: Place, module: Module): void {
  for (const statement of statements) {
    const from = statement.source?.value
    if (statement.type === 'ExportAllDeclaration' && from && !Reflect.get(statement, 'exported'))
      module.stars.push(from)
    for (const { local, imported, exported } of statement.specifiers ?? []) {
      if (!from && exported && place.scope.length > 0)
        module.aliases.set([...place.scope, nameOf(exported)].join('.'), nameOf(local))
      if (!from) continue
      if (imported) module.imports.set(nameOf(local), { from, name: nameOf(imported) })
      if (exported) module.exports.set(nameOf(exported), { from, name: nameOf(local) })
    }
    readDeclaration(statement.declaration ?? statement, place, module)
  }
}

function readDeclaration(node: Node, { file, scope }: Place, module: Module): void {
  if (node.type === 'TSModuleDeclaration' && node.body && node.id) {
    const inner = [...scope, ...nameOf(node.id).split('.')]
    return readStatements((node.body as Node).body as Node[], { file, scope: inner }, module)
  }
  if (!kinds.has(node.type)) return
  const path = [...scope, nameOf(node)].join('.')
  if (!module.own.has(path)) module.own.set(path, { node, file, scope, path })
}

/** A module beside this one; a package is elsewhere. */
function resolve(file: string, from: string): string | undefined {
  if (!from.startsWith('.')) return undefined
  const base = join(dirname(file), from.replace(/\.(js|mjs|cjs)$/, ''))
  return [`${base}.d.ts`, join(base, 'index.d.ts')].find((candidate) => existsSync(candidate))
}
