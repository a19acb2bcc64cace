/** Statements that run for every tip or page. Kysely compiles their SQL once, because compiling takes as long as sending the query. */
import type { CompiledQuery } from 'kysely'
import type { Db } from './connection.ts'

/** A query parameter whose value is read from the input of each execution. */
class Placeholder<In> {
  readonly read: (input: In) => unknown
  constructor(read: (input: In) => unknown) {
    this.read = read
  }
}

/** Makes a query parameter of the value's type. `read` takes the value from the input of each execution. */
export type Given<In> = <T>(read: (input: In) => T) => T

/** A statement of Kysely's: raw SQL, or a query that is built. */
interface Compilable<Row> {
  compile(db: Db): CompiledQuery<Row>
}

/**
 * Returns a function that executes the statement of `build` and returns its rows. `build` runs only once, so a value that differs
 * between executions has to be passed through `given`; any other value becomes a constant.
 */
export function fixedStatement<In, Row>(
  build: (given: Given<In>, db: Db) => Compilable<Row>,
): (db: Db, input: In) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, input) => {
    compiled ??= build(((read) => new Placeholder(read)) as Given<In>, db).compile(db)
    const parameters = compiled.parameters.map((one) =>
      one instanceof Placeholder ? (one as Placeholder<In>).read(input) : one,
    )
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}
