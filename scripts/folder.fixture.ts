/** Gives each test an empty folder to write files into. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** Creates a folder before each test and deletes it afterwards. */
export function setUpFolder(name = 'brimful-planted-') {
  let path: string
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), name))
  })
  afterEach(() => rmSync(path, { recursive: true, force: true }))
  return {
    /** The folder of the current test. */
    get path() {
      return path
    },
    /** Writes files, given by their paths in the folder. An object is written as JSON. */
    plant(files: Record<string, string | object>): void {
      for (const [file, contents] of Object.entries(files)) {
        mkdirSync(dirname(join(path, file)), { recursive: true })
        writeFileSync(join(path, file), typeof contents === 'string' ? contents : JSON.stringify(contents))
      }
    },
  }
}
