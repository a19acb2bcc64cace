/** The kinds of environment variables. */
import * as z from 'zod'

export interface Variable<Schema extends z.ZodType = z.ZodType> {
  schema: Schema
  /** What a value has to be, after "must". */
  must: string
  /** What it is for, for the operator. */
  about: string
  /** A value for the documents. */
  example?: string
}

/** Any text. */
export function text(about: string) {
  return { schema: z.string().trim().min(1).optional(), must: 'not be blank', about }
}

/** An address with one of these schemes; any if there is none. */
export function address(about: string, example: string, schemes?: RegExp) {
  const schema = z.url(schemes && { protocol: schemes }).optional()
  return { schema, must: `be an address like ${example}`, about, example }
}

/** The address of a stand-in. Documents leave these out, because production refuses them. */
export function standIn(provider: string) {
  return address(`the stand-in for ${provider}`, 'http://127.0.0.1:3100')
}

/** On or off. */
export function flag(about: string) {
  return { schema: z.enum(['true', 'false']).default('false'), must: 'be true or false', about }
}

/** One of these words; `usual` is the default. */
export function choice<const Values extends readonly [string, ...string[]]>(
  about: string,
  values: Values,
  usual: NoInfer<Values[number]>,
) {
  const schema = z.enum(values).default(usual as never)
  return { schema, must: `be one of ${values.join(', ')}`, about, example: usual }
}

/** A whole number; `usual` is the default. */
export function whole(about: string, min: number, max: number, usual: number) {
  const schema = z.coerce.number().int().min(min).max(max).default(usual)
  return { schema, must: `be a whole number from ${min} to ${max}`, about, example: String(usual) }
}

/** A key of 32 bytes. */
export function key(about: string) {
  const schema = z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
  return { schema, must: 'be 64 hexadecimal digits: make them with "openssl rand -hex 32"', about }
}
