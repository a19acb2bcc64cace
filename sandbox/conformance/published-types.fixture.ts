/**
 * Types that a provider publishes with its SDK, as JSON Schema: what TypeScript forgets at run time, kept to check answers.
 * Stricter than the types in two things: a property that no type names is a fault, and so is a value beside those of a list
 * that the type leaves open for later ones.
 */
import { relative } from 'node:path'
import { findDeclaration, nameOf } from './declarations.fixture.ts'
import type { Declaration, Node, Place } from './declarations.fixture.ts'
import type { SchemaObject } from './json-schema.fixture.ts'

export interface TypeReading {
  /** How the wire names a property. */
  rename?: (name: string) => string
  /** Of a type of another file: false when it may not stand on the wire, 'elsewhere' when it is judged by itself. */
  follows?: (declaration: Declaration) => boolean | 'elsewhere'
  /** For a form or an address, where a number is its digits and nothing is an empty text. */
  isText?: boolean
}

/** How PayPal's SDK and its API name the same property. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The types of one package. */
export interface PublishedTypes {
  /** The schema of one type and of all that it refers to. Throws when there is no such type. */
  schemaOf(name: string, reading?: TypeReading): SchemaObject
}

/** Reads the types that a declaration file has or hands on. */
export function readPublishedTypes(entry: string): PublishedTypes {
  return {
    schemaOf(name, reading = {}) {
      const place = { file: entry, scope: [] }
      const found = findDeclaration(name, place)
      if (!found) throw new Error(`${name} is not among the published types`)
      const $defs: Record<string, SchemaObject> = {}
      const at: Reader = { reading, $defs, entry, place, bound: new Map() }
      return { ...refer(found, at), $defs }
    },
  }
}

interface Reader {
  reading: TypeReading
  $defs: Record<string, SchemaObject>
  entry: string
  place: Place
  /** What the parameters of a generic type stand for. */
  bound: ReadonlyMap<string, SchemaObject>
}

interface Member {
  node: Node
  at: Reader
  isOptional: boolean
}

const never: SchemaObject = { not: {} }

/** A definition of its own for each type: they refer to each other in circles. */
function refer(found: Declaration, at: Reader): SchemaObject {
  const { $defs, entry } = at
  const name = found.file === entry ? found.path : `${relative(entry, found.file)}#${found.path}`
  if (!(name in $defs)) {
    $defs[name] = {}
    $defs[name] = declaredSchema(found.node, { ...at, place: found, bound: new Map() })
  }
  return { $ref: `#/$defs/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}` }
}

function declaredSchema(node: Node, at: Reader): SchemaObject {
  if (node.type === 'TSEnumDeclaration') return { enum: enumMembers(node).map(({ value }) => value) }
  if (node.type === 'TSTypeAliasDeclaration') return typeSchema(node.typeAnnotation!, at)
  return objectSchema(membersOf(node, at) ?? [])
}

function enumMembers(node: Node): { name: string; value: unknown }[] {
  const members = (node.body as unknown as { members: Node[] } | undefined)?.members ?? node.members ?? []
  return members.map((member) => ({ name: nameOf(member), value: member.initializer?.value }))
}

/** The members of an object type, with those that it inherits before its own; undefined for another kind of type. */
function membersOf(node: Node, at: Reader): Member[] | undefined {
  const own = (nodes: Node[]) => nodes.map((member) => ({ node: member, at, isOptional: !!member.optional }))
  switch (node.type) {
    case 'TSInterfaceDeclaration': {
      const parents = (node.extends ?? []).map(({ expression, typeArguments }) => {
        const parent = { type: 'TSTypeReference', typeName: expression, typeArguments: typeArguments ?? null }
        return membersOf(parent, at) ?? []
      })
      return [...parents.flat(), ...own((node.body as Node).body as Node[])]
    }
    case 'TSTypeAliasDeclaration':
    case 'TSParenthesizedType':
      return membersOf(node.typeAnnotation!, at)
    case 'TSTypeLiteral':
      return own(node.members!)
    case 'TSIntersectionType': {
      const parts = node.types!.map((part) => membersOf(part, at))
      return parts.includes(undefined) ? undefined : parts.flatMap((part) => part!)
    }
    case 'TSTypeReference':
      return referredMembers(node, at)
    default:
      return undefined
  }
}

function referredMembers(node: Node, at: Reader): Member[] | undefined {
  const name = nameOf(node.typeName!)
  const [first, second] = node.typeArguments?.params ?? []
  if (['Omit', 'Pick', 'Partial'].includes(name)) {
    const members = membersOf(first!, at)
    if (name === 'Partial') return members?.map((member) => ({ ...member, isOptional: true }))
    const { enum: chosen = [] } = second ? typeSchema(second, at) : {}
    const isChosen = ({ node: { key } }: Member) => !!key && (chosen as unknown[]).includes(nameOf(key))
    return members?.filter((member) => isChosen(member) === (name === 'Pick'))
  }
  const found = findDeclaration(name, at.place)
  return found && membersOf(found.node, { ...at, place: found, bound: bind(node, found, at) })
}

function objectSchema(members: Member[]): SchemaObject {
  const nameIn = ({ node, at }: Member) => (at.reading.rename ?? String)(nameOf(node.key))
  const named = members.filter(({ node }) => node.type === 'TSPropertySignature')
  const open = members.find(({ node }) => node.type === 'TSIndexSignature')
  const properties = named.map((member) => [
    nameIn(member),
    typeSchema(member.node.typeAnnotation!, member.at),
  ])
  const required = named.filter(({ isOptional }) => !isOptional).map(nameIn)
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as SchemaObject,
    required: [...new Set(required)],
    additionalProperties: open ? typeSchema(open.node.typeAnnotation!, open.at) : false,
  }
}

function typeSchema(node: Node, at: Reader): SchemaObject {
  const { isText } = at.reading
  switch (node.type) {
    case 'TSTypeAnnotation':
    case 'TSParenthesizedType':
    case 'TSTypeOperator': // readonly
      return typeSchema(node.typeAnnotation!, at)
    case 'TSStringKeyword':
    case 'TSTemplateLiteralType':
      return { type: 'string' }
    case 'TSBigIntKeyword':
    case 'TSNumberKeyword':
      return isText ? { type: 'string', pattern: '^-?[0-9]+([.][0-9]+)?$' } : { type: 'number' }
    case 'TSBooleanKeyword':
      return isText ? { enum: ['true', 'false'] } : { type: 'boolean' }
    case 'TSNullKeyword':
      return isText ? { const: '' } : { type: 'null' }
    case 'TSNeverKeyword':
    case 'TSUndefinedKeyword':
    case 'TSVoidKeyword':
      return never
    case 'TSAnyKeyword':
    case 'TSUnknownKeyword':
      return {}
    case 'TSLiteralType':
      return { enum: [isText ? String(node.literal!.value) : node.literal!.value] }
    case 'TSArrayType':
      return { type: 'array', items: typeSchema(node.elementType!, at) }
    case 'TSUnionType':
      return unionSchema(node.types!, at)
    case 'TSIndexedAccessType':
      return indexedSchema(node, at)
    case 'TSTypeLiteral':
    case 'TSIntersectionType':
      return objectSchema(membersOf(node, at) ?? unsaid(node))
    case 'TSTypeReference':
      return referenceSchema(node, at)
    default:
      return unsaid(node)
  }
}

function unsaid({ type }: Node): never {
  throw new Error(`${type} cannot be said in JSON Schema`)
}

/** A list of values stays a list: `string & {}` beside it says that more may come, and none has. */
function unionSchema(types: Node[], at: Reader): SchemaObject {
  const values = types.filter(({ type }) => type === 'TSLiteralType')
  const others = types.filter((type) => !values.includes(type) && !(values.length > 0 && isLaterValue(type)))
  const list = values.flatMap((value) => typeSchema(value, at).enum as unknown[])
  const rest = others.filter(({ type }) => type !== 'TSUndefinedKeyword').map((type) => typeSchema(type, at))
  if (rest.length === 0) return { enum: list }
  return { anyOf: [...(list.length > 0 ? [{ enum: list }] : []), ...rest] }
}

function isLaterValue({ type, typeName, typeAnnotation }: Node): boolean {
  if (type === 'TSParenthesizedType') return typeAnnotation?.type === 'TSIntersectionType'
  return type === 'TSTypeReference' && nameOf(typeName) === 'OtherString'
}

/** `Message['id']` */
function indexedSchema({ objectType, indexType }: Node, at: Reader): SchemaObject {
  const name = indexType?.literal?.value
  const member = membersOf(objectType!, at)?.find(({ node }) => node.key && nameOf(node.key) === name)
  return member ? typeSchema(member.node.typeAnnotation!, member.at) : never
}

function referenceSchema(node: Node, at: Reader): SchemaObject {
  const name = nameOf(node.typeName)
  const [first, second] = node.typeArguments?.params ?? []
  if (name === 'Array') return { type: 'array', items: typeSchema(first!, at) }
  if (name === 'Record') return { type: 'object', additionalProperties: typeSchema(second!, at) }
  if (['Omit', 'Pick', 'Partial'].includes(name)) {
    const whole = first!.typeName && findDeclaration(nameOf(first!.typeName), at.place)
    return (whole && unfollowed(whole, at)) ?? objectSchema(membersOf(node, at) ?? [])
  }
  const known = at.bound.get(name)
  if (known) return known
  const found = findDeclaration(name, at.place)
  if (!found) return enumValue(name, at) ?? {} // a type from elsewhere says nothing here
  const instead = unfollowed(found, at)
  if (instead) return instead
  if (!first) return refer(found, at)
  return declaredSchema(found.node, { ...at, place: found, bound: bind(node, found, at) })
}

/** What stands for a type that is not read on; undefined when it is. */
function unfollowed(found: Declaration, { reading, place }: Reader): SchemaObject | undefined {
  const how = found.file === place.file || (reading.follows?.(found) ?? true)
  if (how === 'elsewhere') return {}
  return how ? undefined : never
}

/** `Kind.Large` */
function enumValue(name: string, at: Reader): SchemaObject | undefined {
  const dot = name.lastIndexOf('.')
  const found = dot > 0 ? findDeclaration(name.slice(0, dot), at.place) : undefined
  if (found?.node.type !== 'TSEnumDeclaration') return undefined
  const member = enumMembers(found.node).find((one) => one.name === name.slice(dot + 1))
  return member && { enum: [member.value] }
}

function bind(node: Node, { node: declared }: Declaration, at: Reader): ReadonlyMap<string, SchemaObject> {
  const names = (declared.typeParameters?.params ?? []).map(({ name }) => nameOf(name))
  const given = (node.typeArguments?.params ?? []).map((type) => typeSchema(type, at))
  return new Map(names.flatMap((name, at) => (given[at] ? [[name, given[at]] as const] : [])))
}
