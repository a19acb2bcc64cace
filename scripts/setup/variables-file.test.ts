import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readVariables, writeVariables } from './variables-file.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brimful-variables-'))
  file = join(folder, '.env')
  return () => rmSync(folder, { recursive: true })
})

test('a draft that was left behind, or is somebody else’s, does not open the secrets to others', () => {
  const elsewhere = join(folder, 'elsewhere')
  writeFileSync(elsewhere, 'kept', { mode: 0o644 })
  for (const leave of [
    () => writeFileSync(`${file}.new`, '', { mode: 0o666 }),
    () => symlinkSync(elsewhere, `${file}.new`),
  ]) {
    leave()

    writeVariables(file, { SECRETS_KEY: 'f'.repeat(64) }, '')

    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readVariables(file)).toEqual({ SECRETS_KEY: 'f'.repeat(64) })
  }
  expect(readFileSync(elsewhere, 'utf8')).toBe('kept')
})
