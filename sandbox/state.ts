/** Stores the sandbox's data as JSON collections, which are written to a file when one is given. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export interface State {
  /** Returns the collection of this name (id → value), empty if it is new. Call `save` after changing it. */
  collection<T>(name: string): Record<string, T>
  /** Writes the file within 200 ms; changes until then are written together. */
  save(): void
  /** Writes the file now. */
  flush(): void
}

/**
 * Opens the data. Without a file, the data lasts as long as the process. Throws an error that names the file if it is damaged.
 */
export function openState(file?: string): State {
  const collections = file ? read(file) : {}
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (!file) return
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.new`, JSON.stringify(collections), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }

  return {
    collection<T>(name: string) {
      const found = (collections[name] ??= {})
      Object.setPrototypeOf(found, null) // because a key that a client chooses may be 'constructor'
      return found as Record<string, T>
    },
    save() {
      timer ??= setTimeout(flush, 200)
    },
    flush,
  }
}

/** Removes the entries of a collection that have expired. */
export function removeExpired<T>(collection: Record<string, T>, expiresAt: (entry: T) => number): void {
  for (const [key, entry] of Object.entries(collection))
    if (expiresAt(entry) < Date.now()) delete collection[key]
}

function read(file: string): Record<string, Record<string, unknown>> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`The sandbox's data is damaged: ${file}. Delete the file to start over.`, {
      cause: error,
    })
  }
}
