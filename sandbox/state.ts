/** The sandbox's memory: plain JSON collections, kept in one file when a folder is given. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export interface State {
  /** The named collection (id → value), made empty when it is new. Call `save` after changing it. */
  collection<T>(name: string): Record<string, T>
  /** Writes soon (within 200 ms); many changes make one write. */
  save(): void
  /** Writes now what is not yet written. */
  flush(): void
}

/** Opens the memory; without a file it lives as long as the process. A damaged file is an error that names it. */
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
      Object.setPrototypeOf(found, null) // a stranger's key may be called 'constructor'
      return found as Record<string, T>
    },
    save() {
      timer ??= setTimeout(flush, 200)
    },
    flush,
  }
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
    throw new Error(`The sandbox's memory is damaged: ${file}. Delete it to begin anew.`, { cause: error })
  }
}
