/**
 * Reads the TypeScript types that a provider publishes, with the TypeScript compiler, and converts them to JSON Schemas. The
 * schemas are stricter in two ways: they reject unknown properties, and where a type allows certain literals or any other string,
 * they allow the literals only.
 */
import { dirname, join } from 'node:path'
import { API, type Checker, type Symbol, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'
import type { SchemaObject } from './json-schema.fixture.ts'

export interface TypeReading {
  /** Returns the name that a property has on the wire. */
  rename?: (name: string) => string
  /**
   * Whether a type of another file is read as well. A value of a type for which this is 'separate' is allowed, but not checked.
   */
  follows?: (name: string, file: string) => boolean | 'separate'
  /** True for forms and queries, in which numbers, booleans and null are text. */
  isText?: boolean
}

export interface PublishedTypes {
  /** Returns the schema of an exported type. Throws when `file`, by default the entry, does not export it. */
  schemaOf(name: string, reading?: TypeReading, file?: string): SchemaObject
  propertiesOf(name: string): string[]
}

/** Compiles a declaration file and everything that it imports. */
export function readPublishedTypes(entry: string): PublishedTypes {
  const config = join(dirname(entry), 'tsconfig.virtual.json')
  const compilerOptions = { strict: true, module: 'esnext', moduleResolution: 'bundler', types: [] }
  const text = JSON.stringify({ compilerOptions, files: [entry] })
  const api = new API({
    fs: {
      readFile: (path) => (path === config ? text : undefined),
      fileExists: (path) => path === config || undefined,
    },
  })
  const { program, checker } = api.updateSnapshot({ openProject: config }).getProjects()[0]!

  function find(name: string, file: string): Type {
    let symbol = checker.getSymbolAtLocation(program.getSourceFile(file)!)
    for (const part of name.split('.')) {
      const found = symbol && checker.getExportsOfModule(symbol).find((one) => one.name === part)
      symbol = found && (found.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found)
    }
    if (!symbol) throw new Error(`${name} is not among the published types`)
    return checker.getDeclaredTypeOfSymbol(symbol)
  }

  return {
    schemaOf(name, reading = {}, file = entry) {
      const $defs: Record<string, SchemaObject> = {}
      return { ...typeSchema(find(name, file), undefined, { checker, reading, $defs }), $defs }
    },
    propertiesOf: (name) => checker.getPropertiesOfType(find(name, entry)).map((property) => property.name),
  }
}

interface Reader {
  checker: Checker
  reading: TypeReading
  /** The schemas of object types so far, by name, because types can refer to each other in circles. */
  $defs: Record<string, SchemaObject>
}

const never: SchemaObject = { not: {} }

/** Returns the schema of a type that is used in the file `from`. */
function typeSchema(type: Type, from: string | undefined, reader: Reader): SchemaObject {
  const { isText } = reader.reading
  if (type.isUnionType()) return unionSchema(type.getTypes(), from, reader)
  if (type.isLiteralType()) return { enum: [isText ? String(type.value) : type.value] }
  if (type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter)) return {}
  if (type.flags & (TypeFlags.String | TypeFlags.TemplateLiteral)) return { type: 'string' }
  if (type.flags & (TypeFlags.Number | TypeFlags.BigInt))
    return isText ? { type: 'string', pattern: '^-?[0-9]+([.][0-9]+)?$' } : { type: 'number' }
  if (type.flags & TypeFlags.Null) return isText ? { const: '' } : { type: 'null' }
  if (type.flags & (TypeFlags.Never | TypeFlags.Undefined | TypeFlags.Void)) return never
  if (reader.checker.isArrayType(type) && type.isTypeReference())
    return { type: 'array', items: typeSchema(reader.checker.getTypeArguments(type)[0]!, from, reader) }
  if (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) return objectReference(type, from, reader)
  throw new Error(`${reader.checker.typeToString(type)} has no JSON Schema`)
}

/**
 * Returns the schema of a union. TypeScript authors write `string & {}` beside literals for values that may be added later; here
 * only the literals are allowed.
 */
function unionSchema(types: readonly Type[], from: string | undefined, reader: Reader): SchemaObject {
  const schemas = types
    .filter((type) => !(type.flags & TypeFlags.Undefined))
    .filter((type) => !(type.isIntersectionType() && types.some((one) => one.isLiteralType())))
    .map((type) => typeSchema(type, from, reader))
  const values = schemas.flatMap((schema) => (schema.enum as unknown[] | undefined) ?? [])
  const others = schemas.filter((schema) => !schema.enum)
  if (others.length === 0) return { enum: values }
  return { anyOf: [...(values.length > 0 ? [{ enum: values }] : []), ...others] }
}

function objectReference(type: Type, from: string | undefined, reader: Reader): SchemaObject {
  const { $defs, reading } = reader
  const symbol = ownerOf(type)
  const file = symbol && fileOf(symbol)
  const isElsewhere = from !== undefined && file !== undefined && file !== from && !isCompilerLibrary(file)
  const follows = isElsewhere ? (reading.follows?.(symbol!.name, file) ?? true) : true
  if (follows === 'separate') return {}
  if (!follows) return never
  const name = `type${type.id}`
  if (!(name in $defs)) {
    $defs[name] = {}
    $defs[name] = objectSchema(type, from, reader)
  }
  return { $ref: `#/$defs/${name}` }
}

function objectSchema(type: Type, from: string | undefined, reader: Reader): SchemaObject {
  const { checker, reading } = reader
  const properties = checker
    .getPropertiesOfType(type)
    .filter(({ flags }) => !(flags & SymbolFlags.Method))
    .map((property) => ({
      name: (reading.rename ?? String)(property.name),
      schema: typeSchema(checker.getTypeOfSymbol(property)!, fileOf(property) ?? from, reader),
      isOptional: Boolean(property.flags & SymbolFlags.Optional),
    }))
  const [index] = checker.getIndexInfosOfType(type)
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
    required: properties.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    additionalProperties: index ? typeSchema(index.valueType, from, reader) : false,
  }
}

function fileOf(symbol: Symbol): string | undefined {
  return symbol.declarations[0]?.path
}

/** Returns the symbol of an object type; for `Pick<Session, …>` and similar types, that of `Session`. */
function ownerOf(type: Type): Symbol | undefined {
  const alias = type.getAliasSymbol()
  const isUtility = alias && isCompilerLibrary(fileOf(alias) ?? '')
  return isUtility ? type.getAliasTypeArguments()[0]?.getSymbol() : type.getSymbol()
}

/** Returns whether a file is one of the compiler's own libraries. Their types are read as part of the type that uses them. */
function isCompilerLibrary(file: string): boolean {
  return /\/lib\.[\w.]+\.d\.ts$/.test(file)
}
