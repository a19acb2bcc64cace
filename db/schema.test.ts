import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'
import { createTestDb } from './test-database.ts'

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

/** The tables of the `Schema` interface, with those that each of its interfaces extends. */
function readTypes(): Record<string, Columns> {
  const file = 'db/schema.ts'
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  const interfaces = new Map<string, Node>()
  for (const statement of program.body as unknown as Node[]) {
    const node = (statement.declaration ?? statement) as Node
    if (node.type === 'TSInterfaceDeclaration') interfaces.set(nameOf(node.id), node)
  }
  const schema = membersOf(interfaces.get('Schema')!)
  return Object.fromEntries(schema.map(({ name, text }) => [name, columnsOf(interfaces, text)]))

  function columnsOf(known: Map<string, Node>, name: string): Columns {
    const node = known.get(name)!
    const parents = (node.extends as Node[]).map((parent) => columnsOf(known, nameOf(parent.expression)))
    const own = membersOf(node).map(({ name: column, text }) => [
      column,
      isNullable(text) ? 'nullable' : 'not null',
    ])
    return Object.assign({}, ...parents, Object.fromEntries(own)) as Columns
  }

  function membersOf(node: Node): { name: string; text: string }[] {
    const source = readFileSync(file, 'utf8')
    return (node.body as { body: Node[] }).body.map((member) => {
      const { typeAnnotation } = member.typeAnnotation as { typeAnnotation: { start: number; end: number } }
      return { name: nameOf(member.key), text: source.slice(typeAnnotation.start, typeAnnotation.end) }
    })
  }
}

function nameOf(node: unknown): string {
  return (node as { name: string }).name
}

function isNullable(type: string): boolean {
  return /\bnull\b|\bMaybeTime\b/.test(type)
}
