/** The stand-in for Google sign-in: its OpenID service, the page where somebody chooses an account, and its controls. */
import express, { Router } from 'express'
import type { Request, Response } from 'express'
import type { Provider } from 'oidc-provider'
import * as z from 'zod'
import { addControl } from '../control.ts'
import type { StandIn, StandInContext } from '../stand-in.ts'
import { openAccounts } from '../youtube/accounts.ts'
import { openPeople } from './people.ts'
import type { People } from './people.ts'
import { openProvider } from './provider.ts'
import { peoplePage, signInPage } from './sign-in-page.ts'

const issuerPath = '/google/openid'
const signInPath = '/google/sign-in'
/** What the account is asked to share; nobody unticks these. */
const scopes = 'openid email profile'

const person = z.object({
  email: z.email(),
  name: z.string().min(1),
  isEmailVerified: z.boolean().default(true),
})
const choice = z.union([
  z.object({ cancel: z.literal('yes') }),
  z.object({ account: z.string().min(1) }),
  z.object({ name: z.string().trim().min(1), email: z.email(), confirmed: z.literal('on').optional() }),
])

/** Opens Google sign-in. The app is the one that YouTube's part of Google knows: it has one client id for both. */
export async function openGoogle({ origin, state }: StandInContext): Promise<StandIn> {
  const { app, redirects } = openAccounts(state)
  const people = openPeople(state)
  const issuer = origin + issuerPath
  const signInUrl = origin + signInPath
  const provider = await openProvider({ issuer, signInUrl, state, people, client: app, redirects })

  const router = Router()
  router.use(issuerPath, provider.callback())
  router.get(`${signInPath}/:uid`, (request, response) => showPeople(provider, people, request, response))
  router.post(`${signInPath}/:uid`, express.urlencoded({ extended: false }), (request, response) =>
    answer(provider, people, request, response),
  )
  router.get('/google', (_request, response) => void response.send(peoplePage(people.list())))
  const body = express.json()
  router.use('/google/control/people', body)
  router.get('/google/control/people', (_request, response) => void response.json(people.list()))
  addControl(router, '/google/control/people', person, (given) => people.put(given))

  return { router, env: { GOOGLE_ISSUER_URL: issuer } }
}

async function showPeople(provider: Provider, people: People, request: Request, response: Response) {
  const asked = await provider.interactionDetails(request, response).catch(() => undefined)
  if (!asked)
    return void response.status(400).send('This request has run out. Go back to the app and try again.')
  const { redirect_uri: redirectUri, login_hint: hint } = z
    .object({ redirect_uri: z.url(), login_hint: z.string().optional() })
    .parse(asked.params)
  response.send(signInPage(people.list(), new URL(redirectUri).host, hint))
}

async function answer(provider: Provider, people: People, request: Request, response: Response) {
  const chosen = choice.safeParse(request.body)
  if (!chosen.success) return void response.status(400).send('Choose an account.')
  const asked = await provider.interactionDetails(request, response).catch(() => undefined)
  if (!asked)
    return void response.status(400).send('This request has run out. Go back to the app and try again.')
  if ('cancel' in chosen.data) {
    return provider.interactionFinished(request, response, { error: 'access_denied' })
  }
  const who = 'account' in chosen.data ? people.find(chosen.data.account) : people.put(toPerson(chosen.data))
  if (!who) return void response.status(400).send('Choose an account.')
  const grant = new provider.Grant({ accountId: who.id, clientId: String(asked.params['client_id']) })
  grant.addOIDCScope(scopes)
  const grantId = await grant.save()
  await provider.interactionFinished(request, response, {
    select_account: {},
    login: { accountId: who.id, remember: false },
    consent: { grantId },
  })
}

function toPerson({ name, email, confirmed }: { name: string; email: string; confirmed?: 'on' | undefined }) {
  return { name, email, isEmailVerified: confirmed === 'on' }
}
