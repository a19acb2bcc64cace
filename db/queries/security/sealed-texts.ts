/** Sealed texts of any table, read and replaced by the table's primary key. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'

/** A column of sealed texts. Names are those of Postgres. */
export interface SealedColumn {
  table: string
  /** The columns of the primary key. */
  key: readonly string[]
  column: string
  /** The field with the sealed text, if the column is JSON. */
  field?: string
  /** Another column whose value tells for what the text was sealed. */
  owner?: string
  /** A column with a time: a process relies on the text until then, so the text is not replaced before. */
  busyUntil?: string
}

/** A sealed text, with the values of its key and owner by column. */
export type SealedText = { sealed: string; values: Record<string, string> }

/** Lists the next texts after a key, in the order of the primary key. */
export async function listSealedTexts(
  db: Db,
  place: SealedColumn,
  after: readonly string[] | undefined,
  limit: number,
): Promise<SealedText[]> {
  const named = [...place.key, ...(place.owner ? [place.owner] : [])]
  const keys = sql.join(place.key.map((name) => sql.ref(name)))
  const values = sql.join(named.flatMap((name) => [sql.lit(name), sql`${sql.ref(name)}::text`]))
  const { rows } = await sql<SealedText>`
    select ${textOf(place)} as sealed, json_build_object(${values}) as "values"
    from ${sql.table(place.table)}
    where ${textOf(place)} is not null ${after ? sql`and (${keys}) > (${sql.join(after)})` : sql``}
    order by ${keys} limit ${limit}`.execute(db.withoutPlugins())
  return rows
}

/** Replaces a text; false if it has changed meanwhile, or a process relies on it. */
export async function replaceSealedText(
  db: Db,
  place: SealedColumn,
  { sealed, values }: SealedText,
  next: string,
): Promise<boolean> {
  const column = sql.ref(place.column)
  const replaced = place.field
    ? sql`jsonb_set(${column}, ${sql.lit(`{${place.field}}`)}, to_jsonb(${next}::text))`
    : sql`${next}`
  const isRow = sql.join(
    place.key.map((name) => sql`${sql.ref(name)} = ${values[name]}`),
    sql` and `,
  )
  const isFree = place.busyUntil
    ? sql`and (${sql.ref(place.busyUntil)} is null or ${sql.ref(place.busyUntil)} < now())`
    : sql``
  const { numAffectedRows } = await sql`
    update ${sql.table(place.table)} set ${column} = ${replaced}
    where ${isRow} and ${textOf(place)} = ${sealed} ${isFree}`.execute(db.withoutPlugins())
  return numAffectedRows === 1n
}

function textOf({ column, field }: SealedColumn) {
  return field ? sql<string>`(${sql.ref(column)} ->> ${sql.lit(field)})` : sql<string>`${sql.ref(column)}`
}
