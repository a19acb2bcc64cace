/** Logs a client in to the chat: capabilities, password and name. */
import { type ChatState, send, sendCommand, server, type Connection } from './chat-state.ts'

const capabilities = new Set(['twitch.tv/tags', 'twitch.tv/commands', 'twitch.tv/membership'])
const anonymous = /^justinfan\d+$/

/** Handles CAP REQ: grants all requested capabilities, or none. */
export function requestCapabilities(connection: Connection, [verb = '', wanted = '']: string[]): void {
  if (verb.toUpperCase() !== 'REQ') return
  const names = wanted.split(' ').filter(Boolean)
  const isKnown = names.every((name) => capabilities.has(name))
  if (isKnown) for (const name of names) connection.capabilities.add(name)
  send(connection, `:${server} CAP * ${isKnown ? 'ACK' : 'NAK'} :${wanted}`)
}

/** Handles NICK: logs in with the password that the client has sent by PASS. */
export function logIn(chat: ChatState, connection: Connection, name: string): void {
  if (connection.login) return
  const login = name.toLowerCase()
  if (!chat.limits.countAuth(login)) return connection.socket.terminate()
  const fault = chat.faults.take('login')?.fault
  const refusal =
    fault === 'bad-login' ? 'Login authentication failed' : authenticate(chat, connection, login)
  if (refusal) {
    send(connection, `:${server} NOTICE * :${refusal}`)
    return connection.socket.close()
  }
  connection.login = login
  welcome(chat, connection, fault !== 'no-376')
}

/** Sets the connection's scopes from its token, or returns Twitch's refusal. Anyone may read as `justinfan` plus a number. */
function authenticate(chat: ChatState, connection: Connection, login: string): string | undefined {
  if (anonymous.test(login)) {
    connection.scopes = ['chat:read']
    return undefined
  }
  if (!connection.password.startsWith('oauth:')) return 'Improperly formatted auth'
  const access = chat.accounts.oauth.findAccess(connection.password.slice('oauth:'.length))
  if (access?.login !== login || !access.scopes.includes('chat:read')) return 'Login authentication failed'
  connection.scopes = access.scopes
  return undefined
}

function welcome(chat: ChatState, connection: Connection, isComplete: boolean): void {
  const { login } = connection
  const lines = [
    `001 ${login} :Welcome, GLHF!`,
    `002 ${login} :Your host is ${server}`,
    `003 ${login} :This server is rather new`,
    `004 ${login} :-`,
    `375 ${login} :-`,
    `372 ${login} :You are in the sandbox's chat.`,
  ]
  for (const line of lines) send(connection, `:${server} ${line}`)
  if (isComplete) send(connection, `:${server} 376 ${login} :>`)
  const user = chat.accounts.users[login]
  if (!user) return
  sendCommand(connection, `:${server} GLOBALUSERSTATE`, {
    'badge-info': '',
    badges: '',
    color: '#FF6B4A',
    'display-name': user.displayName,
    'emote-sets': '0',
    'user-id': user.id,
    'user-type': '',
  })
}
