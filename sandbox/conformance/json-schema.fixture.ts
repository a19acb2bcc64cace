/** Validates documents against JSON Schemas of draft 2020-12. */
import { Ajv2020, type SchemaObject } from 'ajv/dist/2020.js'

export type { SchemaObject } from 'ajv/dist/2020.js'

/** Returns the errors of a document, one line each; empty if it is valid. */
export type Validate = (document: unknown) => string[]

/** Returns a validator by key; it compiles the schema of each key only once. */
export function cacheSchemas<Key>(schemaFor: (key: Key) => SchemaObject) {
  const validators = new Map<Key, Validate>()
  return (key: Key, document: unknown): string[] => {
    const validate = validators.get(key) ?? compileSchema(schemaFor(key))
    validators.set(key, validate)
    return validate(document)
  }
}

/** Compiles a schema. Throws on a keyword that has no effect (`strict`). */
export function compileSchema(schema: SchemaObject): Validate {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true })
  const validate = ajv.compile(schema)
  return (document) => {
    if (validate(document)) return []
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      `${instancePath || '/'} ${message ?? 'does not fit'} ${JSON.stringify(params)}`.trim(),
    )
  }
}

type Properties = Record<string, SchemaObject | true>

/** Returns the schema of an object with these properties and no others, all optional. */
export function objectOf(properties: Properties): SchemaObject {
  return { type: 'object', properties, additionalProperties: false }
}

/**
 * Returns the schema of an object with these properties and no others. `required` lists the mandatory ones, separated by spaces.
 */
export function objectWith(required: string, properties: Properties): SchemaObject {
  return { ...objectOf(properties), required: required.split(' ') }
}

/** Returns the schema of an object with all of these properties and no others. */
export function completeObject(properties: Record<string, SchemaObject>) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** Returns the schema of a string that is one of these words, which are separated by spaces. */
export function oneOf(words: string): SchemaObject {
  return { enum: words.trim().split(/\s+/) }
}

/** Returns the schema of a string whose length is within these limits. */
export function textOf(minLength: number, maxLength: number): SchemaObject {
  return { type: 'string', minLength, maxLength }
}

/** Returns the schema of an array of `items`. */
export function listOf(
  items: SchemaObject,
  limits: { minItems?: number; maxItems?: number } = {},
): SchemaObject {
  return { type: 'array', items, ...limits }
}
