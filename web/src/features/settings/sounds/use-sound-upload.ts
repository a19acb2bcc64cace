import { useState } from 'react'
import type { CallResponse } from '../../../../../contract/call.ts'
import { uploadSound } from '../../../../../contract/alerts/sound-calls.ts'
import { maxSoundBytes, soundNameLength } from '../../../../../contract/alerts/sounds.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { CallError } from '../../../lib/calls/call-error.ts'
import { upload } from '../../../lib/calls/upload.ts'

/** Uploads a sound under the name of its file; returns the progress and the text of a refusal. */
export function useSoundUpload(onDone: (response: CallResponse<typeof uploadSound>) => void) {
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<string>()

  async function start(file: File) {
    setError(undefined)
    // The server checks as well, but this saves the upload.
    if (file.size > maxSoundBytes) return setError(m.error_sound_large({ kilobytes: maxSoundBytes / 1024 }))
    setProgress(0)
    try {
      const input = { query: { name: nameOf(file) } }
      onDone(await upload(uploadSound, { input, file, onProgress: setProgress }))
    } catch (failure) {
      const isShown = failure instanceof CallError && failure.isShown
      if (!isShown) setError(failure instanceof CallError ? failure.message : m.error_internal())
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, error, start }
}

/** Returns the name of a file without its ending, as long as a sound's name may be. */
function nameOf({ name }: File): string {
  const bare = name.replace(/\.\w{1,5}$/, '').trim()
  return [...bare].slice(0, soundNameLength).join('').slice(0, soundNameLength) || m.sound_unnamed()
}
