/** The languages that the product speaks; the first is what it falls back on. Without a schema: the landing page carries this. */
export const locales = ['en', 'de'] as const
export type Locale = (typeof locales)[number]
