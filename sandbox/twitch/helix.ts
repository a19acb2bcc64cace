/** Implements Twitch's API call for users. */
import type { RequestHandler, Router } from 'express'
import { answer } from '../faults.ts'
import { accessOf } from './access.ts'
import type { Accounts, TwitchAccess, TwitchUser } from './accounts.ts'
import { refusal } from './api-error.ts'

/** Adds the calls under /twitch/helix. */
export function addHelix(router: Router, accounts: Accounts): void {
  const listUsers = answer((request) => {
    const access = accessOf(accounts, request)
    const ids = listOf(request.query.id)
    const logins = listOf(request.query.login)
    if (ids.length + logins.length > 100) throw refusal(400, 'The number of parameters exceeds 100')
    const isSelf = ids.length + logins.length === 0
    const users = Object.values(accounts.users).filter((user) =>
      isSelf ? user.login === access.login : ids.includes(user.id) || logins.includes(user.login),
    )
    return { data: users.map((user) => showUser(user, access)) }
  })
  const showLimit: RequestHandler = (_request, response, next) => {
    response.set({ 'ratelimit-limit': '800', 'ratelimit-remaining': '799' })
    next()
  }
  router.get('/twitch/helix/users', showLimit, listUsers)
}

function showUser(user: TwitchUser, access: TwitchAccess) {
  const mayReadEmail = user.login === access.login && access.scopes.includes('user:read:email')
  return {
    id: user.id,
    login: user.login,
    display_name: user.displayName,
    type: '',
    broadcaster_type: '',
    description: '',
    profile_image_url: '',
    offline_image_url: '',
    view_count: 0,
    ...(mayReadEmail && { email: user.email }),
    created_at: user.createdAt,
  }
}

function listOf(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((one) => typeof one === 'string')
}
