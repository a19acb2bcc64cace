import { readFileSync, readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'
import { createTestDb } from './database.fixture.ts'

interface Node {
  type: string
  [key: string]: unknown
}
type Columns = Record<string, 'nullable' | 'not null'>

test('the types of db/schema.ts are those of the migrated database', async () => {
  await using test = await createTestDb()
  const { rows } = await sql<{ table: string; column: string; isNullable: boolean }>`
    select table_name as "table", column_name as "column", is_nullable = 'YES' as "isNullable"
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely_%'
      and table_name in (select tablename from pg_tables where schemaname = 'public')
  `.execute(test.db)
  const inDatabase: Record<string, Columns> = {}
  for (const { table, column, isNullable } of rows) {
    const columns = (inDatabase[camel(table)] ??= {})
    columns[camel(column)] = isNullable ? 'nullable' : 'not null'
  }

  expect(readTypes()).toEqual(inDatabase)
})

test('ids of events are UUIDs of version 7, which begin with the time and so rise', async () => {
  await using test = await createTestDb()

  const { rows } = await sql<{ from: number; id: string; to: number }>`
    select "from", id, "to" from generate_series(1, 20) n
    cross join lateral (
      select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as "from", time_ordered_id()::text as id,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as "to", pg_sleep(0.002 + 0 * n)
    ) made`.execute(test.db)

  const ids = rows.map(({ id }) => id)
  const msOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  expect(
    ids.filter((id) => !/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id)),
  ).toEqual([])
  expect(ids.toSorted()).toEqual(ids)
  expect(rows.filter(({ from, id, to }) => msOf(id) < from || msOf(id) > to)).toEqual([])
})

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

const tables = readdirSync('db').filter((name) => name.endsWith('-tables.ts'))
const files = ['db/schema.ts', ...tables.map((name) => `db/${name}`)]

interface Field {
  name: string
  type: Node
}

/** Returns the tables of the `Schema` interface with their columns, including those of extended interfaces. */
function readTypes(): Record<string, Columns> {
  const interfaces = new Map(files.flatMap(readInterfaces))
  return Object.fromEntries(fieldsOf('Schema').map(({ name, type }) => [name, toColumns(membersOf(type))]))

  function fieldsOf(name: string): Field[] {
    const node = interfaces.get(name)!
    const inherited = (node.extends as Node[]).flatMap(({ expression }) => fieldsOf(nameOf(expression)))
    return [...inherited, ...(node.body as { body: Node[] }).body.map(toField)]
  }

  /** Returns the members of a table's type, which may be a type literal, an interface, or an intersection of these. */
  function membersOf(type: Node): Field[] {
    if (type.type === 'TSIntersectionType') return (type.types as Node[]).flatMap(membersOf)
    return type.type === 'TSTypeLiteral'
      ? (type.members as Node[]).map(toField)
      : fieldsOf(nameOf(type.typeName))
  }
}

function readInterfaces(file: string): [string, Node][] {
  const body = parseSync(file, readFileSync(file, 'utf8')).program.body as unknown as Node[]
  const found = body.map((statement) => (statement.declaration ?? statement) as Node)
  return found.filter(({ type }) => type === 'TSInterfaceDeclaration').map((node) => [nameOf(node.id), node])
}

function toField(member: Node): Field {
  return {
    name: nameOf(member.key),
    type: (member.typeAnnotation as { typeAnnotation: Node }).typeAnnotation,
  }
}

function toColumns(fields: Field[]): Columns {
  return Object.fromEntries(
    fields.map(({ name, type }) => [name, isNullable(type) ? 'nullable' : 'not null']),
  )
}

function nameOf(node: unknown): string {
  return (node as { name: string }).name
}

/** Returns whether `null` or the type of a nullable time occurs anywhere in a type. */
function isNullable(type: Node): boolean {
  return /"TSNullKeyword"|"MaybeTime"/.test(JSON.stringify(type))
}
