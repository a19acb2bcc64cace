import { useState } from 'react'
import type { CallResponse, CallDefinition, CallInput } from '../../../contract/call.ts'
import { m } from '../../../i18n/compiled/messages.js'
import { CallError } from './call-error.ts'
import { upload } from './upload.ts'

/** Uploads a file and tracks its progress and its refusal. */
export function useUpload<C extends CallDefinition & { file: string }>(
  definition: C,
  input: CallInput<C>,
  onDone: (response: CallResponse<C>) => void,
) {
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<string>()

  async function start(file: Blob) {
    setError(undefined)
    setProgress(0)
    try {
      onDone(await upload(definition, { input, file, onProgress: setProgress }))
    } catch (failure) {
      const isShown = failure instanceof CallError && failure.isShown
      if (!isShown) setError(failure instanceof CallError ? failure.message : m.error_internal())
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, error, start }
}
