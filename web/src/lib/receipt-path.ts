/**
 * The address of a receipt's page. The token is in the fragment, which browsers send to no server, so it appears in no
 * log or referrer.
 */
export function receiptPath(token: string): string {
  return `/dashboard/receipt#${token}`
}
