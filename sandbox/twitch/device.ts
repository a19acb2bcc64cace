/** Implements Twitch's device code flow: a code that a person confirms in any browser. */
import type { Router } from 'express'
import * as z from 'zod'
import { answer } from '../faults.ts'
import { choice, escapeHtml, page } from '../page.ts'
import { makeLowerCaseSecret } from '../secrets.ts'
import { removeExpired } from '../state.ts'
import { type Accounts, issueForGrant, listUsers } from './accounts.ts'
import { refusal } from './api-error.ts'

const lifetimeSeconds = 1800
const intervalSeconds = 5

const activation = z.object({ 'device-code': z.string(), login: z.string() })

/**
 * Adds the device's code and the page that confirms it. The shape of both is that of Twitch's documentation:
 * https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#device-code-grant-flow
 */
export function addDeviceFlow(router: Router, accounts: Accounts, origin: string): void {
  router.post(
    '/twitch/oauth2/device',
    answer((request) => {
      const { client_id: clientId, scopes } = { ...request.query, ...request.body } as Record<string, string>
      if (!clientId) throw refusal(400, 'missing client id')
      if (clientId !== accounts.app.clientId) throw refusal(400, 'invalid client')
      removeExpired(accounts.devices, ({ expiresAt }) => expiresAt)
      const [deviceCode, userCode] = [makeLowerCaseSecret(40), makeLowerCaseSecret(8).toUpperCase()]
      const expiresAt = Date.now() + lifetimeSeconds * 1000
      accounts.devices[deviceCode] = {
        userCode,
        scopes: (scopes ?? '').split(' ').filter(Boolean),
        expiresAt,
      }
      accounts.save()
      return {
        device_code: deviceCode,
        expires_in: lifetimeSeconds,
        interval: intervalSeconds,
        user_code: userCode,
        verification_uri: `${origin}/twitch/activate?public=true&device-code=${userCode}`,
      }
    }),
  )
  router.get('/twitch/activate', (request, response) => {
    const { 'device-code': userCode } = request.query
    response.send(activationPage(accounts, typeof userCode === 'string' ? userCode : ''))
  })
  router.post('/twitch/activate', (request, response) => {
    const form = activation.safeParse(request.body)
    const device = form.success && findByUserCode(accounts, form.data['device-code'])
    if (!device || !accounts.users[form.data.login]) return void response.status(400).send('Invalid code')
    device.login = form.data.login
    accounts.save()
    response.send(page('Authorize with Twitch', '<p>Your device is connected.</p>'))
  })
}

/** Returns the tokens of a device's code. Each code gives tokens once. */
export function redeemDevice(
  accounts: Accounts,
  { device_code: code, scopes }: Record<string, string | undefined>,
) {
  const device = accounts.devices[code ?? '']
  if (!device || device.expiresAt < Date.now()) throw refusal(400, 'invalid device code')
  if (!scopes) throw refusal(400, 'missing scopes')
  if (!device.login) throw refusal(400, 'authorization_pending')
  delete accounts.devices[code!]
  return issueForGrant(accounts, { login: device.login, scopes: device.scopes })
}

function findByUserCode({ devices }: Accounts, userCode: string) {
  return Object.values(devices).find((device) => device.userCode === userCode)
}

function activationPage(accounts: Accounts, userCode: string): string {
  const device = findByUserCode(accounts, userCode)
  if (!device) return page('Activate your device', '<p>This code is unknown or too old.</p>')
  const users = listUsers(accounts).map(({ login, displayName }, at) =>
    choice('radio', 'login', escapeHtml(displayName), { value: login, isChecked: at === 0 }),
  )
  return page(
    'Activate your device',
    `<p>Code <b>${escapeHtml(userCode)}</b> asks for: ${escapeHtml(device.scopes.join(', '))}</p>
<form method="post"><input type="hidden" name="device-code" value="${escapeHtml(userCode)}">
<fieldset><legend>Continue as</legend>${users.join('')}</fieldset>
<button class="primary">Authorize</button></form>`,
  )
}
