/** The query of an overlay page's address. */

export interface PageQuery {
  userUID: string
  key: string | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads the creator's uid and the key; undefined without a valid uid. */
export function parseQuery(search: string): PageQuery | undefined {
  const values = new URLSearchParams(search)
  const userUID = (values.get('userUID') ?? '').trim().toLowerCase()
  return uuid.test(userUID) ? { userUID, key: values.get('key') ?? undefined } : undefined
}
