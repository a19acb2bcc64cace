/** Checks documents against JSON Schemas of draft 2020-12, and says in words what does not fit. */
import { Ajv2020, type SchemaObject } from 'ajv/dist/2020.js'

export type { SchemaObject } from 'ajv/dist/2020.js'

/** Every fault of a document, one line each; none when it fits. */
export type Validate = (document: unknown) => string[]

/** Makes the check for a schema. `strict`: a keyword that says nothing is a mistake in the schema itself. */
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
