import { useState } from 'react'
import { checkImport, guessImport } from '../../../../../contract/imports/import-calls.ts'
import type { FileGuess, TipImport } from '../../../../../contract/imports/import-calls.ts'
import { importLimits } from '../../../../../contract/imports/tip-import.ts'
import type { ImportField, ImportMapping } from '../../../../../contract/imports/tip-import.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { CallError } from '../../../lib/calls/call-error.ts'
import { upload } from '../../../lib/calls/upload.ts'

/** A file, what is known of it, and what the creator has said about it. */
export interface ChosenFile {
  file: File
  guess: FileGuess
  given: Partial<ImportMapping>
  /** The fields that have no column. */
  without: readonly ImportField[]
}

/** What the creator says about a file. A column that is undefined is not in it. */
export type Given = { [Field in keyof ImportMapping]?: ImportMapping[Field] | undefined }

/** A chosen file: what its columns are, and its upload. Email addresses leave the browser only with the file, and are dropped. */
export function useImportFile(onChecked: (checked: TipImport) => void) {
  const [chosen, setChosen] = useState<ChosenFile>()
  const [progress, setProgress] = useState<number>()
  const [isLooking, setIsLooking] = useState(false)
  const [error, setError] = useState<string>()

  async function attempt(work: () => Promise<void>) {
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      const isShown = failure instanceof CallError && failure.isShown
      if (!isShown) setError(failure instanceof CallError ? failure.message : m.error_internal())
    }
  }

  async function guess({ file, given, without }: Omit<ChosenFile, 'guess'>) {
    setIsLooking(true)
    const sample = file.slice(0, importLimits.sampleBytes)
    const query = { ...given, ...(without.length > 0 && { without: without.join(',') }) }
    await attempt(async () => {
      const found = await upload(guessImport, { input: { query }, file: sample, onProgress: () => {} })
      setChosen({ file, guess: found, given, without })
    })
    setIsLooking(false)
  }

  /** Reads the beginning of the file again. A field that is undefined has no column. */
  const change = (changed: Given) => (chosen ? guess(withChange(chosen, changed)) : Promise.resolve())

  async function choose(file: File) {
    setChosen(undefined)
    // The server checks as well, but this saves the upload.
    if (file.size > importLimits.megabytes * 1_000_000)
      return setError(m.error_import_large({ megabytes: importLimits.megabytes }))
    await guess({ file, given: {}, without: [] })
  }

  async function check(mapping: ImportMapping) {
    if (!chosen) return
    const { file, guess: found } = chosen
    setProgress(0)
    const fileName = [...file.name].slice(0, importLimits.nameLength).join('')
    const query = { ...mapping, fileName, source: found.source }
    await attempt(async () => {
      onChecked(await upload(checkImport, { input: { query }, file, onProgress: setProgress }))
      setChosen(undefined)
    })
    setProgress(undefined)
  }

  return {
    chosen,
    progress,
    isLooking,
    error,
    choose,
    check,
    change,
    forget: () => setChosen(undefined),
  }
}

/** Adds to what the creator has said about a file. */
function withChange({ file, given, without }: ChosenFile, changed: Given): Omit<ChosenFile, 'guess'> {
  const fields = Object.entries(changed)
  const all = Object.entries({ ...given, ...changed })
  const removed = fields.filter(([, value]) => value === undefined).map(([field]) => field as ImportField)
  return {
    file,
    given: Object.fromEntries(all.filter(([, value]) => value !== undefined)),
    without: [...without.filter((field) => !(field in changed)), ...removed],
  }
}

export type ImportFile = ReturnType<typeof useImportFile>
