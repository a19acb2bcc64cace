import type { CallDefinition } from '../../../../contract/call.ts'
import { CallError } from './call-error.ts'
import { askToConfirm } from './confirmation.ts'
import { applyErrorRule } from './error-rule.ts'
import { parseResponse, toRequest } from './fetch-call.ts'
import type { CallInputParts } from './fetch-call.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { saveFile } from './save-file.ts'

/**
 * Downloads the file of a call and saves it under the name that the server gives it. If the call requires a confirmed session, opens the
 * confirmation dialog and then downloads. Other failures are shown as a toast. Throws `CallError`.
 */
export async function download(
  definition: CallDefinition & { download: string },
  input: CallInputParts,
): Promise<void> {
  const { address, init } = toRequest(definition, input)
  const response = await fetch(address, init).catch(() => undefined)
  if (response?.ok) return saveFile(nameOf(response), await response.blob(), definition.download)
  const error = response
    ? await toError(definition, response)
    : new CallError({ kind: 'network', message: m.error_network() })
  if (error.confirmation) {
    if (await askToConfirm(error.confirmation)) return download(definition, input)
    error.isShown = true // the visitor has closed the dialog
  } else applyErrorRule(error, 'toast')
  throw error
}

/** Returns the name in the response's `Content-Disposition`. Our files have names in ASCII, so it has no other form of it. */
function nameOf({ headers }: Response): string {
  return /filename="?([^";]+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? ''
}

async function toError(definition: CallDefinition, response: Response): Promise<CallError> {
  try {
    parseResponse(definition, response.status, await response.json().catch(() => undefined))
  } catch (error) {
    if (error instanceof CallError) return error
  }
  return new CallError({ kind: 'response', status: response.status, message: m.error_internal() })
}
