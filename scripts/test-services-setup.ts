/** Lets `npx vitest run some/file` find Postgres and Redis by itself; `npm test` has found them before. */
import { openTestServices } from './test-services.ts'

/** Vitest calls this before a project's tests, and the returned function after them. */
export async function setup(): Promise<() => Promise<void>> {
  const { close } = await openTestServices()
  return close
}
