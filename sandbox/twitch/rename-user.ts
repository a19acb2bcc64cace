/** Changes a user's login, as users do on Twitch: the id stays, and the old login belongs to nobody. */
import type { ChatState } from './chat-state.ts'

/** Renames a user with its room, messages and grants. Nobody is in the new room until they join it. */
export function renameUser({ accounts, rooms, connections }: ChatState, from: string, to: string): void {
  const user = accounts.users[from]!
  const displayName = user.displayName.toLowerCase() === from ? to : user.displayName
  accounts.users[to] = { ...user, login: to, displayName }
  const room = rooms.settings[from]
  if (room) rooms.settings[to] = { ...room, channel: to }
  rooms.messages[to] = rooms.messages[from] ?? []
  delete accounts.users[from]
  delete rooms.settings[from]
  delete rooms.messages[from]
  for (const { channels } of connections) channels.delete(from)
  accounts.oauth.changeOwner(({ login }) => login === from, { login: to })
  rooms.save()
}
