/**
 * Twitch's calls for chat messages and for the channels that a user moderates:
 * https://dev.twitch.tv/docs/api/reference/#send-chat-message, https://dev.twitch.tv/docs/api/reference/#get-moderated-channels
 */
import type { Request, Router } from 'express'
import * as z from 'zod'
import { answer, respond } from '../faults.ts'
import { accessOf, callerOf } from './access.ts'
import { type Accounts, type TwitchUser, listUsers } from './accounts.ts'
import { refusal } from './api-error.ts'
import type { ChatState } from './chat-state.ts'
import { checkMessage } from './check-message.ts'
import { broadcastMessage } from './messages.ts'
import { findRoom, isModerator, type Room } from './rooms.ts'

const message = z.object({
  broadcaster_id: z.string().min(1),
  sender_id: z.string().min(1),
  message: z.string().min(1),
  for_source_only: z.boolean().optional(),
})
type Message = z.output<typeof message>

const maxCharacters = 500
/** Twitch does not document the codes; these two were reported: discuss.dev.twitch.com/t/59079, github.com/twitchdev/issues/issues/1002 */
const codes: Record<string, string> = {
  msg_followersonly: 'followers_only_mode',
  msg_timedout: 'user_timed_out',
}

/** Adds the calls under /twitch/helix. */
export function addChatCalls(router: Router, chat: ChatState): void {
  router.post('/twitch/helix/chat/messages', (request, response) =>
    respond(
      response,
      chat.faults.take('call'),
      () => ({ status: 200, body: { data: [receive(chat, request)] } }),
      (fault) => {
        if (fault === 'call-500') return { status: 500, body: 'Internal Server Error' }
        if (fault === 'call-503') return { status: 503, body: 'Service Unavailable' }
        if (fault !== 'call-429') return undefined
        const reset = String(Math.ceil(Date.now() / 1000) + 5)
        return {
          status: 429,
          headers: { 'ratelimit-reset': reset },
          body: refusal(429, 'Too Many Requests').body,
        }
      },
    ),
  )
  const showModerated = answer((request) => listModerated(chat, request))
  router.get('/twitch/helix/moderation/channels', showModerated)
}

/** Shows a message, or says why not. Throws Twitch's refusal. */
function receive(chat: ChatState, request: Request) {
  const { accounts, limits, lastPosts } = chat
  const caller = callerOf(accounts, request)
  const parsed = message.safeParse(request.body)
  if (!parsed.success)
    throw refusal(400, `The parameter "${parsed.error.issues[0]!.path.join('.')}" was malformed`)
  const { broadcaster_id, sender_id, message: text, for_source_only } = parsed.data
  const [broadcaster, sender] = [findUser(accounts, broadcaster_id), findUser(accounts, sender_id)]
  if (!broadcaster) throw refusal(400, 'The ID in broadcaster_id is not valid')
  if (!sender) throw refusal(400, 'The ID in sender_id is not valid')
  const room = findRoom(chat.rooms, broadcaster.login)!
  if (caller === 'app') requireGrants(accounts, room, sender)
  else requireOwn(caller, sender, parsed.data)
  if ([...text].length > maxCharacters) throw refusal(422, 'The message is too large')
  if (room.suspended || room.banned.includes(sender.login)) throw refusal(403, forbidden)
  const verdict = checkMessage(room, { login: sender.login, text, canWrite: true }, limits, lastPosts)
  if (verdict.kind === 'shown') {
    const isMirrored = caller === 'app' && for_source_only === false
    const id = broadcastMessage(chat, room, sender.login, text, { isMirrored })
    const by = caller === 'app' ? 'app' : 'user'
    chat.calls = [...chat.calls, { channel: room.channel, text, by } as const].slice(-300)
    return { message_id: id, is_sent: true }
  }
  if (verdict.kind === 'ignored') throw refusal(422, 'The message is too large')
  const { msgId } = verdict
  const reason = msgId === 'msg_timedout' ? 'You are timed out from talking in the room.' : verdict.text
  return { message_id: '', is_sent: false, drop_reason: { code: codes[msgId] ?? msgId, message: reason } }
}

const forbidden = 'The sender is not permitted to send chat messages to the broadcaster’s chat room.'

const findUser = ({ users }: Accounts, id: string) => Object.values(users).find((user) => user.id === id)

/**
 * With the app's token, the sender's earlier consent has to cover the message, and the broadcaster's as well, unless the sender is a
 * moderator there.
 */
function requireGrants({ oauth }: Accounts, room: Room, sender: TwitchUser): void {
  const hasGrant = (login: string, scope: string) =>
    oauth.hasGrant((grant) => grant.login === login && grant.scopes.includes(scope))
  for (const scope of ['user:write:chat', 'user:bot'])
    if (!hasGrant(sender.login, scope)) throw refusal(401, `Missing scope: ${scope}`)
  if (!isModerator(room, sender.login) && !hasGrant(room.channel, 'channel:bot'))
    throw refusal(401, 'Missing scope: channel:bot')
}

function requireOwn(
  { login, scopes }: { login: string; scopes: string[] },
  sender: TwitchUser,
  { for_source_only }: Message,
): void {
  if (login !== sender.login)
    throw refusal(401, 'The ID in user_id must match the user ID in the access token.')
  if (!scopes.includes('user:write:chat')) throw refusal(401, 'Missing scope: user:write:chat')
  if (for_source_only !== undefined)
    throw refusal(400, 'Cannot set for_source_only if User Access Token is used.')
}

/** Lists the channels that a user moderates, not counting the user's own. */
function listModerated(chat: ChatState, request: Request) {
  const { accounts, rooms } = chat
  const { login, scopes } = accessOf(accounts, request)
  const { user_id: id, first = '20', after = '0' } = request.query
  if (!scopes.includes('user:read:moderated_channels'))
    throw refusal(401, 'Missing scope: user:read:moderated_channels')
  if (id !== accounts.users[login]!.id)
    throw refusal(401, 'The ID in user_id must match the user ID in the access token.')
  const [size, from] = [Number(first), Number(after)]
  if (!(size >= 1 && size <= 100)) throw refusal(400, 'The parameter "first" was malformed')
  const all = listUsers(accounts).filter(
    (user) => user.login !== login && isModerator(findRoom(rooms, user.login)!, login),
  )
  const page = all.slice(from, from + size)
  const data = page.map((user) => ({
    broadcaster_id: user.id,
    broadcaster_login: user.login,
    broadcaster_name: user.displayName,
  }))
  const isLast = from + size >= all.length
  return { data, pagination: isLast ? {} : { cursor: String(from + size) } }
}
