import { Readable } from 'node:stream'
import { openImportFiles } from './import-files.ts'
import type { ImportFiles } from './import-files.ts'
import { readImportFile } from './read-import-file.ts'

/**
 * Opens a reader of files that works in this process, for tests of what surrounds it: a process for each file would take most of their
 * time.
 */
export function openQuickImports(): ImportFiles {
  return openImportFiles({ warn() {} }, () => ({
    async run(_network, prepare, stream) {
      const input = stream?.input ?? Readable.from([])
      return readImportFile(await prepare(), input, async (lines) => stream?.take(lines))
    },
    close() {},
  }))
}
