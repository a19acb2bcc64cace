/**
 * Returns whether the address that Twitch names for a reconnection belongs to the service that we connect to, or to a part of it. A
 * message cannot send the connection anywhere else.
 */
export function isOfSameService(url: string, configured: string): boolean {
  if (!URL.canParse(url)) return false
  const [to, own] = [new URL(url), new URL(configured)]
  const isHost = to.hostname === own.hostname || to.hostname.endsWith(`.${own.hostname}`)
  return to.protocol === own.protocol && isHost
}
