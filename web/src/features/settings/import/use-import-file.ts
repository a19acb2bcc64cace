import { useState } from 'react'
import { checkImport, guessImport } from '../../../../../contract/import-calls.ts'
import type { FileGuess, TipImport } from '../../../../../contract/import-calls.ts'
import { importLimits } from '../../../../../contract/tip-import.ts'
import type { ImportMapping } from '../../../../../contract/tip-import.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { CallError } from '../../../lib/call-error.ts'
import { upload } from '../../../lib/upload.ts'

interface ChosenFile {
  file: File
  guess: FileGuess
}

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

  async function guess(file: File, given: Partial<ImportMapping>) {
    setIsLooking(true)
    const sample = file.slice(0, importLimits.sampleBytes)
    await attempt(async () => {
      const found = await upload(guessImport, { input: { query: given }, file: sample, onProgress: () => {} })
      setChosen({ file, guess: found })
    })
    setIsLooking(false)
  }

  async function choose(file: File) {
    setChosen(undefined)
    // The server checks as well, but this saves the upload.
    if (file.size > importLimits.megabytes * 1_000_000)
      return setError(m.error_import_large({ megabytes: importLimits.megabytes }))
    await guess(file, {})
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
    /** Reads the beginning of the file again with these columns. */
    change: (given: Partial<ImportMapping>) => (chosen ? guess(chosen.file, given) : Promise.resolve()),
    forget: () => setChosen(undefined),
  }
}

export type ImportFile = ReturnType<typeof useImportFile>
