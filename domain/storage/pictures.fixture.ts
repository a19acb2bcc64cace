import { openPictures, uploadRules } from './pictures.ts'
import type { Pictures } from './pictures.ts'
import { processUpload } from './process-upload.ts'

/**
 * Opens an encoder of pictures that works in this process, for tests of what surrounds it: a process for each picture would take
 * most of their time.
 */
export function openQuickPictures(): Pictures {
  return openPictures({ warn() {} }, uploadRules, {
    run: async (_network, prepare) => processUpload(await prepare()),
    close() {},
  })
}
