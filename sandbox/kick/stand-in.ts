/** The stand-in for Kick: consent, tokens and chats. */
import express, { Router } from 'express'
import * as z from 'zod'
import { addChatPages } from '../chat-page.ts'
import { addControl, addFaultControls } from '../control.ts'
import { callFaults, openFaults } from '../faults.ts'
import { escapeHtml, page, table } from '../page.ts'
import type { StandIn, StandInContext } from '../stand-in.ts'
import { namePattern, openAccounts } from './accounts.ts'
import { addApi, operations, refusals } from './api.ts'
import type { KickState } from './api.ts'
import { openLimits } from './limits.ts'
import { addOauth } from './oauth.ts'

/** Opens the stand-in for Kick. Its users and their chats are stored in the sandbox's `State`. */
export function openKick({ origin, state }: StandInContext): StandIn {
  const kick: KickState = { accounts: openAccounts(state), limits: openLimits(), faults: openFaults() }
  const router = Router()
  router.use('/kick', express.json(), express.urlencoded({ extended: false }))
  addOauth(router, kick.accounts)
  addApi(router, kick)
  addControls(router, kick)
  addPages(router, kick)
  const { clientId, clientSecret } = kick.accounts.app
  return {
    router,
    page: { path: '/kick', name: 'Kick', about: 'users and their chats' },
    env: {
      KICK_CLIENT_ID: clientId,
      KICK_CLIENT_SECRET: clientSecret,
      KICK_AUTH_URL: `${origin}/kick`,
      KICK_API_URL: `${origin}/kick`,
    },
  }
}

const name = z.string().regex(namePattern)

function addControls(router: Router, { accounts, limits, faults }: KickState): void {
  const scopes = z.array(z.string()).default(['user:read', 'chat:write'])
  addControl(router, '/kick/control/grant', z.object({ name, scopes }), (body) => {
    accounts.ensureUser(body.name)
    return { code: accounts.oauth.makeCode(body) }
  })
  addControl(router, '/kick/control/revoke', z.object({ name }), (body) => ({
    revoked: accounts.oauth.revoke((owner) => owner.name === body.name),
  }))
  addControl(router, '/kick/control/expire', z.object({ name }), (body) => ({
    expired: accounts.oauth.expireAccess((owner) => owner.name === body.name),
  }))
  const refuses = z.enum(['forbidden', 'drop', 'no-bot']).optional()
  addControl(router, '/kick/control/chat', z.object({ name, refuses }), (body) => {
    accounts.ensureUser(body.name).refuses = body.refuses
    accounts.save()
  })
  addFaultControls(router, '/kick/control/faults', faults, {
    operations,
    names: [...callFaults, ...refusals],
    delayMs: 1000,
  })
  router.get('/kick/control/state', (_request, response) => {
    response.json({ violations: limits.violations, faults: faults.list() })
  })
}

function addPages(router: Router, { accounts }: KickState): void {
  router.get('/kick', (_request, response) => {
    const rows = Object.keys(accounts.users).map((user) => [
      `<a href="/kick/channel/${escapeHtml(user)}">${escapeHtml(user)}</a>`,
    ])
    response.send(page('Kick', rows.length > 0 ? table(['Chat'], rows) : '<p>No users yet.</p>'))
  })
  addChatPages(router, '/kick/channel', 'Kick', (user) => {
    const lines = accounts.messages[user]
    return lines && { name: user, title: `${user} on Kick`, lines }
  })
}
