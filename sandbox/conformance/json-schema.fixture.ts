/** Validation against JSON Schemas of draft 2020-12. */
import { Ajv2020, type SchemaObject } from 'ajv/dist/2020.js'

export type { SchemaObject } from 'ajv/dist/2020.js'

/** The errors of a document, one line each; none when it is valid. */
export type Validate = (document: unknown) => string[]

/** Validation against schemas that are found by a key, each of which is compiled once. */
export function cacheSchemas<Key>(schemaFor: (key: Key) => SchemaObject) {
  const validators = new Map<Key, Validate>()
  return (key: Key, document: unknown): string[] => {
    const validate = validators.get(key) ?? compileSchema(schemaFor(key))
    validators.set(key, validate)
    return validate(document)
  }
}

/** Compiles a schema. A keyword without effect is an error in the schema (`strict`). */
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
