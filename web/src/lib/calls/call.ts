import type { CallResponse, CallDefinition, CallInput } from '../../../../contract/call.ts'
import { CallError } from './call-error.ts'
import { askToConfirm } from './confirmation.ts'
import { applyErrorRule } from './error-rule.ts'
import type { ErrorsTo } from './error-rule.ts'
import { fetchCall } from './fetch-call.ts'
import type { CallInputParts } from './fetch-call.ts'

interface CallOptions {
  /** Who shows a failure to the visitor; by default `applyErrorRule`, as a toast. */
  errorsTo?: ErrorsTo
  signal?: AbortSignal | undefined
}

type Arguments<C extends CallDefinition> = [keyof CallInput<C>] extends [never]
  ? [input?: Record<string, never>, options?: CallOptions]
  : [input: CallInput<C>, options?: CallOptions]

/**
 * Makes a call: validates the input with the call's schemas, sends it and parses the response. If the call requires a confirmed
 * session, opens the confirmation dialog and then makes the call again. Throws `CallError`.
 */
export async function call<C extends CallDefinition>(
  definition: C,
  ...[input, options]: Arguments<C>
): Promise<CallResponse<C>> {
  return send(definition, input ?? {}, options) as Promise<CallResponse<C>>
}

/** Makes a call like `call`, but without its types, for code that handles any definition and input. */
export async function send(
  definition: CallDefinition,
  input: CallInputParts,
  options: CallOptions = {},
): Promise<unknown> {
  try {
    return await fetchCall(definition, input, options.signal)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.confirmation) {
      if (await askToConfirm(error.confirmation)) return send(definition, input, options)
      error.isShown = true // the visitor has closed the dialog
      throw error
    }
    const failure = error.issues.length > 0 ? await withTexts(error) : error
    applyErrorRule(failure, options.errorsTo ?? 'toast')
    throw failure
  }
}

/**
 * Returns the error for invalid input with a text for each issue. The texts are loaded when they are needed, which is rare, because
 * pages check what a person enters before they make a call. If they cannot be loaded, the error keeps its general text.
 */
async function withTexts(error: CallError): Promise<CallError> {
  const texts = await import('./check-text.ts').catch(() => undefined)
  if (!texts) return error
  const { kind, code, issues, message } = error
  const fields = Object.fromEntries(issues.map((issue) => [issue.path.join('.'), texts.showIssue(issue)]))
  return new CallError({ kind, code, fields, message: Object.values(fields)[0] ?? message })
}
