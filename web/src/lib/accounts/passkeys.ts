/** Creates passkeys on the visitor's devices, and signs with them. */
import type {
  Assertion,
  CreationOptions,
  Registration,
  RequestOptions,
} from '../../../../contract/accounts/passkey-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { CallError } from '../calls/call-error.ts'

/**
 * Returns whether this browser supports passkeys for this site. That requires HTTPS or localhost; a bare IP address does not
 * work.
 */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && /[a-z]/i.test(window.location.hostname)
}

/** Creates a passkey on one of the visitor's devices. Throws `CallError`, with a text for the visitor. */
export async function createPasskey(optionsJSON: CreationOptions): Promise<Registration> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { response, ...credential } = await explainFailure(() => startRegistration({ optionsJSON }))
  return { ...credential, response: { ...response, transports: response.transports ?? [] } }
}

/** Signs with one of the visitor's passkeys. Throws `CallError`, with a text for the visitor. */
export async function signWithPasskey(optionsJSON: RequestOptions): Promise<Assertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return explainFailure(() => startAuthentication({ optionsJSON }))
}

/**
 * Replaces errors by texts for the visitor. Browsers do not reveal whether the visitor cancelled or has no passkey:
 * https://www.w3.org/TR/webauthn-3/#sctn-privacy-considerations-client
 */
async function explainFailure<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    const message = isKnown ? m.passkey_device_known() : m.passkey_device_failed()
    throw new CallError({ kind: 'device', message })
  }
}
