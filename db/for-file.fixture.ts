/** Shares a resource between all tests of a file. */
import { afterAll } from 'vitest'

/** Opens something before the tests of this file, and disposes of it after the last one. */
export async function forFile<T extends AsyncDisposable>(opening: Promise<T>): Promise<T> {
  const opened = await opening
  afterAll(() => opened[Symbol.asyncDispose]())
  return opened
}
