/** What the address of an overlay page says. */

export interface OverlayAddress {
  userUID: string
  key: string | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads the query of an address; undefined when it names no creator. */
export function readAddress(query: string): OverlayAddress | undefined {
  const values = new URLSearchParams(query)
  const userUID = (values.get('userUID') ?? '').trim().toLowerCase()
  return uuid.test(userUID) ? { userUID, key: values.get('key') ?? undefined } : undefined
}
