/** Finds Postgres and Redis for `npx vitest run some/file`. In `npm test` they have been found before. */
import { openTestServices } from './test-services.ts'

/** Vitest calls this function before a project's tests, and the function that it returns after them. */
export async function setup(): Promise<() => Promise<void>> {
  const { close } = await openTestServices()
  return close
}
