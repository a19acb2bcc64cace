/** Lets `npx vitest run some/file` find its services by itself; `npm test` has found them before. */
import { openTestServices } from './test-services.ts'

/** Called by vitest before a project's tests; what it gives is called after them. */
export async function setup(): Promise<() => Promise<void>> {
  const { close } = await openTestServices()
  return close
}
