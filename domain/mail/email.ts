/** The content of an email, independent of its format. `renderEmail` makes HTML and plain text from it. */
import type { Locale } from '../../contract/locale.ts'

export interface EmailContent {
  subject: string
  /** The parts of the email, in reading order. */
  blocks: EmailBlock[]
  /** The small print at the end, a line each. */
  footer: FooterLine[]
}

/** A line of small print. With `url` it is a link. */
export interface FooterLine {
  text: string
  url?: string
}

/** A part of an email. A plain string is a paragraph. */
export type EmailBlock =
  | string
  /** A one-time code, in large digits. */
  | { kind: 'code'; text: string }
  /** A table of names and values. */
  | { kind: 'facts'; rows: [name: string, value: string][] }
  | { kind: 'list'; items: string[] }
  /** Text that somebody else wrote. `note` says who. */
  | { kind: 'quote'; note: string; text: string }
  /** `textLabel` introduces the URL in plain text; the default is `label`. */
  | { kind: 'button'; label: string; textLabel?: string; url: string }

/** The addresses of the site that emails contain. */
export interface EmailSite {
  publicUrl: string
  supportEmail: string
}

/** The data that every email template needs besides its values: the site, and the reader's language. */
export type EmailSetting = EmailSite & { locale: Locale }
