/**
 * Types that a provider publishes with its SDK, as JSON Schema: what TypeScript forgets at run time, kept to check answers.
 * Stricter than the types in one thing: a property that no type names is a fault.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import type { SchemaObject } from './judge.ts'

/** The part of a syntax tree that is read here. */
interface Node {
  type: string
  name?: string
  value?: unknown
  id?: Node
  key?: Node
  body?: Node | Node[]
  members?: Node[]
  initializer?: Node
  optional?: boolean
  extends?: { expression: Node }[]
  typeAnnotation?: Node
  elementType?: Node
  typeName?: Node
  types?: Node[]
  literal?: Node
}

export type RenameProperty = (name: string) => string

/** How PayPal's SDK and its API name the same property. */
export const toSnakeCase: RenameProperty = (name) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The types of one package. */
export interface PublishedTypes {
  /** The schema of one type and of all that it refers to. Throws when there is no such type. */
  schemaOf(name: string): SchemaObject
}

/** Reads the interfaces and enums of a declaration file, or of all files in a folder. */
export function readPublishedTypes(path: string, rename: RenameProperty = (name) => name): PublishedTypes {
  const files = statSync(path).isDirectory() ? listDeclarations(path) : [path]
  const declared = new Map<string, Node>()
  const remember = (node: unknown) => void declared.set(nameOf(node), node as Node)
  for (const file of files) {
    const { program } = parseSync(file, readFileSync(file, 'utf8'))
    new Visitor({ TSInterfaceDeclaration: remember, TSEnumDeclaration: remember }).visit(program)
  }
  return {
    schemaOf(name) {
      if (!declared.has(name)) throw new Error(`${name} is not among the published types`)
      const $defs: Record<string, SchemaObject> = {}
      collect(declared, name, rename, $defs)
      return { $ref: refTo(name), $defs }
    },
  }
}

function listDeclarations(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => join(folder, name))
}

function interfaceSchema(node: Node, rename: RenameProperty): SchemaObject {
  const members = (node.body as Node).body as Node[]
  const own = objectSchema(members, rename)
  const parents = (node.extends ?? []).map(({ expression }) => ({ $ref: refTo(nameOf(expression)) }))
  return parents.length ? { allOf: [...parents, own], unevaluatedProperties: false } : own
}

function objectSchema(members: Node[], rename: RenameProperty): SchemaObject {
  const named = members.filter(({ type }) => type === 'TSPropertySignature')
  const isOpen = members.some(({ type }) => type === 'TSIndexSignature')
  const properties = named.map(({ key, typeAnnotation }) => [
    rename(nameOf(key!)),
    typeSchema(typeAnnotation!, rename),
  ])
  const required = named.filter(({ optional }) => !optional).map(({ key }) => rename(nameOf(key!)))
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as SchemaObject,
    required,
    ...(!isOpen && { additionalProperties: false }),
  }
}

function enumSchema(node: Node): SchemaObject {
  const members = (node.body as unknown as { members: Node[] } | undefined)?.members ?? node.members ?? []
  return { enum: members.map(({ initializer }) => initializer?.value) }
}

function typeSchema(node: Node, rename: RenameProperty): SchemaObject {
  switch (node.type) {
    case 'TSTypeAnnotation':
    case 'TSParenthesizedType':
      return typeSchema(node.typeAnnotation!, rename)
    case 'TSStringKeyword':
      return { type: 'string' }
    case 'TSBigIntKeyword':
    case 'TSNumberKeyword':
      return { type: 'number' }
    case 'TSBooleanKeyword':
      return { type: 'boolean' }
    case 'TSNullKeyword':
      return { type: 'null' }
    case 'TSAnyKeyword':
    case 'TSUnknownKeyword':
      return {}
    case 'TSLiteralType':
      return { const: node.literal!.value }
    case 'TSArrayType':
      return { type: 'array', items: typeSchema(node.elementType!, rename) }
    case 'TSUnionType':
      return { anyOf: node.types!.map((type) => typeSchema(type, rename)) }
    case 'TSTypeLiteral':
      return objectSchema(node.members!, rename)
    case 'TSTypeReference':
      return { $ref: refTo(nameOf(node.typeName!)) }
    default:
      throw new Error(`${node.type} cannot be said in JSON Schema`)
  }
}

/** Converts a type and whatever it mentions. A type from elsewhere says nothing here. */
function collect(
  declared: Map<string, Node>,
  name: string,
  rename: RenameProperty,
  $defs: Record<string, SchemaObject>,
): void {
  if (name in $defs) return
  const node = declared.get(name)
  const isEnum = node?.type === 'TSEnumDeclaration'
  const schema = node ? (isEnum ? enumSchema(node) : interfaceSchema(node, rename)) : {}
  Object.assign($defs, { [name]: schema })
  for (const [, other] of JSON.stringify(schema).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
    collect(declared, decodeURIComponent(other!), rename, $defs)
  }
}

function refTo(name: string): string {
  return `#/$defs/${encodeURIComponent(name)}`
}

function nameOf(node: unknown): string {
  const { id, name, value } = node as Node
  return id ? nameOf(id) : (name ?? String(value))
}
