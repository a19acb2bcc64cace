/** Sends the form of the tip box as a browser without scripts does. */
import { tipFormPath } from '../../contract/payments/tip-form.ts'

/** Sends the form's fields to the server at `url`. The response is not followed. */
export function sendForm(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url + tipFormPath, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'accept-language': 'en', ...headers },
    redirect: 'manual',
  })
}
