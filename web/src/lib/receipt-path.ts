/** The page of a receipt. What opens it stands behind the mark, which a browser sends to nobody: no log and no referrer has it. */
export function receiptPath(token: string): string {
  return `/dashboard/receipt#${token}`
}
