import type { CallDefinition } from '../../../contract/call.ts'
import { CallError } from './call-error.ts'
import { askToConfirm } from './confirmation.ts'
import { applyErrorRule } from './error-rule.ts'
import { parseResponse, toRequest } from './fetch-call.ts'
import type { CallInputParts } from './fetch-call.ts'
import { m } from '../../../i18n/compiled/messages.js'
import { saveFile } from './save-file.ts'

/**
 * Downloads the file of a call and saves it as `name`. If the call requires a confirmed session, opens the confirmation dialog and
 * then downloads. Other failures are shown as a toast. Throws `CallError`.
 */
export async function download(
  definition: CallDefinition & { download: string },
  input: CallInputParts,
  name: string,
): Promise<void> {
  const { address, init } = toRequest(definition, input)
  const response = await fetch(address, init).catch(() => undefined)
  if (response?.ok) return saveFile(name, await response.blob(), definition.download)
  const error = response
    ? await toError(definition, response)
    : new CallError({ kind: 'network', message: m.error_network() })
  if (error.confirmation) {
    if (await askToConfirm(error.confirmation)) return download(definition, input, name)
    error.isShown = true // the visitor has closed the dialog
  } else applyErrorRule(error, 'toast')
  throw error
}

async function toError(definition: CallDefinition, response: Response): Promise<CallError> {
  try {
    parseResponse(definition, response.status, await response.json().catch(() => undefined))
  } catch (error) {
    if (error instanceof CallError) return error
  }
  return new CallError({ kind: 'response', status: response.status, message: m.error_internal() })
}
