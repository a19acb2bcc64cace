/**
 * Returns the address of a receipt's page. The token is in the fragment, which browsers do not send to servers, so that it
 * appears in no log or Referer header.
 */
export function receiptPath(token: string): string {
  return `/dashboard/receipt#${token}`
}
