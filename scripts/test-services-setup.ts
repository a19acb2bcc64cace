/**
 * Finds Postgres and Redis when vitest runs without `npm test`, as in `npx vitest run some/file`. `npm test` finds them before it
 * starts vitest.
 */
import { openTestServices } from './test-services.ts'

/** Vitest calls this function before a project's tests, and the function that it returns after them. */
export async function setup(): Promise<() => Promise<void>> {
  const { close } = await openTestServices()
  return close
}
