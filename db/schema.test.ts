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
  `.execute(test.db)
  const inDatabase: Record<string, Columns> = {}
  for (const { table, column, isNullable } of rows) {
    const columns = (inDatabase[camel(table)] ??= {})
    columns[camel(column)] = isNullable ? 'nullable' : 'not null'
  }

  expect(readTypes()).toEqual(inDatabase)
})

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

const tables = readdirSync('db').filter((name) => name.endsWith('-tables.ts'))
const files = ['db/schema.ts', ...tables.map((name) => `db/${name}`)]

interface Field {
  name: string
  type: string
}

/** The tables of the `Schema` interface with their columns, including those of extended interfaces. */
function readTypes(): Record<string, Columns> {
  const fields = new Map(files.flatMap((file) => readInterfaces(file)))
  const fieldsOf = (name: string): Field[] => fields.get(name) ?? []
  return Object.fromEntries(fieldsOf('Schema').map(({ name, type }) => [name, toColumns(fieldsOf(type))]))

  function readInterfaces(file: string): [string, Field[]][] {
    const source = readFileSync(file, 'utf8')
    const body = parseSync(file, source).program.body as unknown as Node[]
    const found = body.map((statement) => (statement.declaration ?? statement) as Node)
    const interfaces = found.filter(({ type }) => type === 'TSInterfaceDeclaration')
    const own = new Map(interfaces.map((node) => [nameOf(node.id), readFields(node, source)]))
    return interfaces.map((node) => {
      const parents = (node.extends as Node[]).map(({ expression }) => nameOf(expression))
      const inherited = parents.flatMap((parent) => own.get(parent) ?? readElsewhere(parent, file))
      return [nameOf(node.id), [...inherited, ...own.get(nameOf(node.id))!]]
    })
  }

  function readElsewhere(name: string, file: string): Field[] {
    const others = files.filter((other) => other !== file).flatMap((other) => readInterfaces(other))
    return new Map(others).get(name) ?? []
  }
}

function readFields(node: Node, source: string): Field[] {
  return (node.body as { body: Node[] }).body.map((member) => {
    const { typeAnnotation } = member.typeAnnotation as { typeAnnotation: { start: number; end: number } }
    return { name: nameOf(member.key), type: source.slice(typeAnnotation.start, typeAnnotation.end) }
  })
}

function toColumns(fields: Field[]): Columns {
  return Object.fromEntries(
    fields.map(({ name, type }) => [name, isNullable(type) ? 'nullable' : 'not null']),
  )
}

function nameOf(node: unknown): string {
  return (node as { name: string }).name
}

function isNullable(type: string): boolean {
  return /\bnull\b|\bMaybeTime\b/.test(type)
}
