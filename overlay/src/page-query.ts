/** Reads the parameters in the address of an overlay page. */

export interface PageQuery {
  userUID: string
  /** The key, if the address is a private one. */
  key: string | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Reads the creator's uid from the query and the key from the fragment, which browsers send neither to servers nor in a Referer
 * header. Returns undefined without a valid uid.
 */
export function parseQuery(search: string, hash: string): PageQuery | undefined {
  const values = new URLSearchParams(search)
  const userUID = (values.get('userUID') ?? '').trim().toLowerCase()
  return uuid.test(userUID)
    ? { userUID, key: new URLSearchParams(hash.slice(1)).get('key') ?? undefined }
    : undefined
}
