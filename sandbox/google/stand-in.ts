/** The stand-in for Google sign-in: the OpenID service, the page with the accounts, and the controls. */
import express, { Router } from 'express'
import type { Request, Response } from 'express'
import type { Provider } from 'oidc-provider'
import * as z from 'zod'
import { addControl } from '../control.ts'
import type { StandIn, StandInContext } from '../stand-in.ts'
import { openAccounts } from '../youtube/accounts.ts'
import { type GoogleAccounts, openGoogleAccounts } from './accounts.ts'
import { openProvider } from './openid-provider.ts'
import { accountsPage, signInPage } from './sign-in-page.ts'

const issuerPath = '/google/openid'
const signInPath = '/google/sign-in'
/** The scopes that every sign-in grants. */
const scopes = 'openid email profile'

const accountSchema = z.object({
  email: z.email(),
  name: z.string().min(1),
  isEmailVerified: z.boolean().default(true),
})
const choice = z.union([
  z.object({ cancel: z.literal('yes') }),
  z.object({ account: z.string().min(1) }),
  z.object({ name: z.string().trim().min(1), email: z.email(), confirmed: z.literal('on').optional() }),
])

/** Opens Google sign-in. It has the same client id as YouTube, because one app at Google can use both. */
export async function openGoogle({ origin, state }: StandInContext): Promise<StandIn> {
  const { app, redirects } = openAccounts(state)
  const accounts = openGoogleAccounts(state)
  const issuer = origin + issuerPath
  const signInUrl = origin + signInPath
  const provider = await openProvider({ issuer, signInUrl, state, accounts, client: app, redirects })

  const router = Router()
  router.use(issuerPath, provider.callback())
  router.get(`${signInPath}/:uid`, (request, response) => showSignIn(provider, accounts, request, response))
  router.post(`${signInPath}/:uid`, express.urlencoded({ extended: false }), (request, response) =>
    handleChoice(provider, accounts, request, response),
  )
  router.get('/google', (_request, response) => void response.send(accountsPage(accounts.list())))
  router.use('/google/control/people', express.json())
  router.get('/google/control/people', (_request, response) => void response.json(accounts.list()))
  addControl(router, '/google/control/people', accountSchema, (given) => accounts.put(given))

  const page = { path: '/google', name: 'Google', about: 'accounts that can sign in' }
  return { router, page, env: { GOOGLE_ISSUER_URL: issuer } }
}

async function showSignIn(
  provider: Provider,
  accounts: GoogleAccounts,
  request: Request,
  response: Response,
) {
  const interaction = await provider.interactionDetails(request, response).catch(() => undefined)
  if (!interaction)
    return void response.status(400).send('This request has expired. Go back to the app and try again.')
  const { redirect_uri: redirectUri, login_hint: hint } = z
    .object({ redirect_uri: z.url(), login_hint: z.string().optional() })
    .parse(interaction.params)
  response.send(signInPage(accounts.list(), new URL(redirectUri).host, hint))
}

async function handleChoice(
  provider: Provider,
  accounts: GoogleAccounts,
  request: Request,
  response: Response,
) {
  const chosen = choice.safeParse(request.body)
  if (!chosen.success) return void response.status(400).send('Choose an account.')
  const interaction = await provider.interactionDetails(request, response).catch(() => undefined)
  if (!interaction)
    return void response.status(400).send('This request has expired. Go back to the app and try again.')
  if ('cancel' in chosen.data) {
    return provider.interactionFinished(request, response, { error: 'access_denied' })
  }
  const account =
    'account' in chosen.data ? accounts.find(chosen.data.account) : accounts.put(toAccount(chosen.data))
  if (!account) return void response.status(400).send('Choose an account.')
  const grant = new provider.Grant({
    accountId: account.id,
    clientId: String(interaction.params['client_id']),
  })
  grant.addOIDCScope(scopes)
  const grantId = await grant.save()
  await provider.interactionFinished(request, response, {
    select_account: {},
    login: { accountId: account.id, remember: false },
    consent: { grantId },
  })
}

function toAccount({
  name,
  email,
  confirmed,
}: {
  name: string
  email: string
  confirmed?: 'on' | undefined
}) {
  return { name, email, isEmailVerified: confirmed === 'on' }
}
