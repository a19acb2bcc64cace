/** Statements that every tip executes: their text is compiled once, as Kysely would spend as long on it as on sending the query. */
import type { CompiledQuery, RawBuilder } from 'kysely'
import type { Db } from './connection.ts'

/** Stands in the text for a value that is read from the input of each execution. */
class Placeholder<In> {
  readonly read: (input: In) => unknown
  constructor(read: (input: In) => unknown) {
    this.read = read
  }
}

/** Makes a placeholder for what `read` returns. */
export type Given<In> = (read: (input: In) => unknown) => object

/**
 * Returns a function that executes the statement of `build` and returns its rows. `build` runs once: whatever differs between
 * executions has to be `given`, and anything else becomes a constant.
 */
export function fixedStatement<In, Row>(
  build: (given: Given<In>) => RawBuilder<Row>,
): (db: Db, input: In) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, input) => {
    compiled ??= build((read) => new Placeholder(read)).compile(db)
    const parameters = compiled.parameters.map((one) =>
      one instanceof Placeholder ? (one as Placeholder<In>).read(input) : one,
    )
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}
