import type { CallDefinition, CallInput, CallResponse } from '../../../../contract/call.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { CallError } from './call-error.ts'
import { applyErrorRule } from './error-rule.ts'
import { parseResponse, toRequest } from './fetch-call.ts'
import { useState } from 'react'

interface Upload<C extends CallDefinition> {
  input: CallInput<C>
  file: Blob
  /** Called with the uploaded share, from 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Makes a call with a file; the caller shows failures. It uses XMLHttpRequest, because `fetch` reports no upload
 * progress.
 */
export async function upload<C extends CallDefinition & { file: string }>(
  definition: C,
  { input, file, onProgress }: Upload<C>,
): Promise<CallResponse<C>> {
  try {
    const { address } = toRequest(definition, input)
    const form = new FormData()
    form.append(definition.file, file, 'picture')
    const { status, text } = await send(address, form, onProgress)
    return parseResponse(definition, status, parse(text)) as CallResponse<C>
  } catch (error) {
    if (error instanceof CallError) applyErrorRule(error, 'caller')
    throw error
  }
}

function send(address: string, form: FormData, onProgress: (share: number) => void) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.withCredentials = true
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }))
    const fail = () => reject(new CallError({ kind: 'network', message: m.error_network() }))
    for (const end of ['error', 'abort', 'timeout']) request.addEventListener(end, fail)
    request.send(form)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Uploads a file; returns its progress and the text of a refusal. */
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
