/** What an overlay page's address says. */

export interface PageQuery {
  userUID: string
  /** The key of a private address. */
  key: string | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Reads the creator's uid from the query, and the key from the fragment, which browsers send to no server and in no Referer;
 * undefined without a valid uid.
 */
export function parseQuery(search: string, hash: string): PageQuery | undefined {
  const values = new URLSearchParams(search)
  const userUID = (values.get('userUID') ?? '').trim().toLowerCase()
  return uuid.test(userUID)
    ? { userUID, key: new URLSearchParams(hash.slice(1)).get('key') ?? undefined }
    : undefined
}
