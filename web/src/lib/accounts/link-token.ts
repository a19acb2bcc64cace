import { useLocation } from 'react-router-dom'

/**
 * Returns the token of a link that was mailed or copied; '' if there is none. It is in the fragment, which browsers send to no
 * server. Emails of older releases have it in the query.
 */
export function useLinkToken(): string {
  const { hash, search } = useLocation()
  return hash.slice(1) || (new URLSearchParams(search).get('token') ?? '')
}
