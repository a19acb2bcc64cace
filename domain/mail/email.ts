/** The content of an email, independent of its form: every email is rendered from this by `renderEmail`. */
import type { Locale } from '../../contract/locale.ts'

export interface EmailContent {
  subject: string
  /** In reading order. */
  blocks: EmailBlock[]
  /** The small print; `url` makes it a link. */
  footer: { text: string; url?: string }
}

/** A text alone is a paragraph. */
export type EmailBlock =
  | string
  /** A one-time code, in large digits. */
  | { kind: 'code'; text: string }
  /** A table of names and values. */
  | { kind: 'facts'; rows: [name: string, value: string][] }
  | { kind: 'list'; items: string[] }
  /** Somebody else's words, with a note that says whose. */
  | { kind: 'quote'; note: string; text: string }
  /** `textLabel` introduces the address in the plain-text form; it is the label unless given. */
  | { kind: 'button'; label: string; textLabel?: string; url: string }

/** The addresses that emails mention. */
export interface EmailSite {
  publicUrl: string
  supportEmail: string
}

/** What a template needs besides its values: the site, and the reader's language. */
export type EmailSetting = EmailSite & { locale: Locale }
