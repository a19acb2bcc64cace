/** A section of a data export, and how it is read. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Trx } from '../connection.ts'

export type ExportRow = Record<string, unknown>

/** One section of the export: a list of rows. */
export interface ExportSection {
  /** The file name without its extension. */
  name: string
  /** A description for the README of the export. */
  about: string
  query(uid: string): RawBuilder<ExportRow>
  /** For rows with an encrypted column `sealed`: what it is bound to. It is a JSON object, whose fields are exported instead. */
  sealedAs?(uid: string): string
}

const rowsAtOnce = 500

/**
 * Reads a section page by page, so that a long one needs little memory. It uses a database cursor, so a transaction can read only
 * one section at a time.
 */
export async function* readSection(
  trx: Trx,
  { query }: ExportSection,
  uid: string,
): AsyncGenerator<ExportRow[]> {
  await sql`declare export_section no scroll cursor for ${query(uid)}`.execute(trx)
  for (;;) {
    const { rows } = await sql<ExportRow>`fetch ${sql.lit(rowsAtOnce)} from export_section`.execute(trx)
    if (rows.length > 0) yield rows
    if (rows.length < rowsAtOnce) break
  }
  await sql`close export_section`.execute(trx)
}
