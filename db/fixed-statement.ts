/** Statements that run for every tip. Kysely compiles their SQL once, because compiling takes as long as sending the query. */
import type { CompiledQuery, RawBuilder } from 'kysely'
import type { Db } from './connection.ts'

/** A query parameter whose value is read from the input of each execution. */
class Placeholder<In> {
  readonly read: (input: In) => unknown
  constructor(read: (input: In) => unknown) {
    this.read = read
  }
}

/** Makes a query parameter. `read` takes its value from the input of each execution. */
export type Given<In> = (read: (input: In) => unknown) => object

/**
 * Returns a function that executes the statement of `build` and returns its rows. `build` runs only once, so a value that differs
 * between executions has to be passed through `given`; any other value becomes a constant.
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
