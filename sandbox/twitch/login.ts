/** The first words of a connection: capabilities, password, name. */
import { findAccess } from './accounts.ts'
import { type House, send, sendCommand, server, type Session } from './house.ts'

const capabilities = new Set(['twitch.tv/tags', 'twitch.tv/commands', 'twitch.tv/membership'])
const anonymous = /^justinfan\d+$/

/** CAP REQ: all that is asked for, or none of it. */
export function requestCapabilities(session: Session, [verb = '', wanted = '']: string[]): void {
  if (verb.toUpperCase() !== 'REQ') return
  const names = wanted.split(' ').filter(Boolean)
  const isKnown = names.every((name) => capabilities.has(name))
  if (isKnown) for (const name of names) session.capabilities.add(name)
  send(session, `:${server} CAP * ${isKnown ? 'ACK' : 'NAK'} :${wanted}`)
}

/** NICK: with the password said before it, this is the login. */
export function logIn(house: House, session: Session, name: string): void {
  if (session.login) return
  const login = name.toLowerCase()
  if (!house.limits.countAuth(login)) return session.socket.terminate()
  const fault = house.faults.take('login')?.fault
  const refusal = fault === 'bad-login' ? 'Login authentication failed' : admit(house, session, login)
  if (refusal) {
    send(session, `:${server} NOTICE * :${refusal}`)
    return session.socket.close()
  }
  session.login = login
  welcome(house, session, fault !== 'no-376')
}

/** Takes the scopes over from the token; otherwise says why not. Anybody may read as justinfan. */
function admit(house: House, session: Session, login: string): string | undefined {
  if (anonymous.test(login)) {
    session.scopes = ['chat:read']
    return undefined
  }
  if (!session.password.startsWith('oauth:')) return 'Improperly formatted auth'
  const access = findAccess(house.accounts, session.password.slice('oauth:'.length))
  if (access?.login !== login || !access.scopes.includes('chat:read')) return 'Login authentication failed'
  session.scopes = access.scopes
  return undefined
}

function welcome(house: House, session: Session, isWhole: boolean): void {
  const { login } = session
  const lines = [
    `001 ${login} :Welcome, GLHF!`,
    `002 ${login} :Your host is ${server}`,
    `003 ${login} :This server is rather new`,
    `004 ${login} :-`,
    `375 ${login} :-`,
    `372 ${login} :You are in the sandbox's chat.`,
  ]
  for (const line of lines) send(session, `:${server} ${line}`)
  if (isWhole) send(session, `:${server} 376 ${login} :>`)
  const user = house.accounts.users[login]
  if (!user) return
  sendCommand(session, `:${server} GLOBALUSERSTATE`, {
    'badge-info': '',
    badges: '',
    color: '#FF6B4A',
    'display-name': user.displayName,
    'emote-sets': '0',
    'user-id': user.id,
    'user-type': '',
  })
}
