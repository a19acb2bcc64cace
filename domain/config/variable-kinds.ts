/** Creates the definitions of environment variables, by the kind of their values. */
import * as z from 'zod'

export interface Variable<Schema extends z.ZodType = z.ZodType> {
  schema: Schema
  /** The rule for a value, as the end of the sentence "NAME must …". */
  must: string
  /** The purpose of the variable, for the operator. */
  about: string
  /** An example of a value, which the documents show. */
  example?: string
}

/** Defines a variable that may have any text except a blank one. */
export function text(about: string) {
  return { schema: z.string().trim().min(1).optional(), must: 'not be blank', about }
}

/** Defines a variable with an address. Its protocol must match `schemes`; without `schemes`, any protocol is allowed. */
export function address(about: string, example: string, schemes?: RegExp) {
  const schema = z.url(schemes && { protocol: schemes }).optional()
  return { schema, must: `be an address like ${example}`, about, example }
}

/** Defines a variable with the address of a stand-in. Documents leave it out, because production refuses it. */
export function standIn(provider: string) {
  return address(`the stand-in for ${provider}`, 'http://127.0.0.1:3100')
}

/** Defines a variable that is `true` or `false`. Default: `false`. */
export function flag(about: string) {
  return { schema: z.enum(['true', 'false']).default('false'), must: 'be true or false', about }
}

/** Defines a variable with one of the words `values`. `usual` is the default. */
export function choice<const Values extends readonly [string, ...string[]]>(
  about: string,
  values: Values,
  usual: NoInfer<Values[number]>,
) {
  const schema = z.enum(values).default(usual as never)
  return { schema, must: `be one of ${values.join(', ')}`, about, example: usual }
}

/** Defines a variable with a whole number from `min` to `max`. `usual` is the default. */
export function whole(about: string, min: number, max: number, usual: number) {
  const schema = z.coerce.number().int().min(min).max(max).default(usual)
  return { schema, must: `be a whole number from ${min} to ${max}`, about, example: String(usual) }
}

/** Defines a variable with keys of 32 bytes, each written as 64 hexadecimal digits, the newest first. */
export function keyList(about: string) {
  const schema = z
    .string()
    .regex(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/)
    .optional()
  return { schema, must: 'be 64 hexadecimal digits: make them with "openssl rand -hex 32"', about }
}
