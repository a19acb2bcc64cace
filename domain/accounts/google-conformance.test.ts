/** Checks the sandbox's stand-in for Google sign-in against what Google publishes, with third-party code. */
import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { auth } from 'googleapis/build/src/apis/youtube/index.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  discovery,
  moreClaims,
  tokenAnswer,
  tokenRefusal,
  tokenRequest,
} from '../../sandbox/conformance/google/oauth.fixture.ts'
import { compileSchema } from '../../sandbox/conformance/json-schema.fixture.ts'
import { signInAtGoogle } from '../../sandbox/google/sign-in.fixture.ts'
import type { Choice } from '../../sandbox/google/sign-in.fixture.ts'
import { openSandbox } from '../../sandbox/sandbox.fixture.ts'
import { configFor } from '../config/config.fixture.ts'
import { openGoogleSignIn } from './google-identity.ts'
import type { GoogleRequest } from './google-identity.ts'

const back = 'http://localhost:3000/api/v1/account/google/callback'
const noor: Choice = { email: 'noor.haddad@gmail.example' }
const played = [
  'response_types_supported',
  'subject_types_supported',
  'scopes_supported',
  'code_challenge_methods_supported',
  'id_token_signing_alg_values_supported',
] as const

type Document = Record<(typeof played)[number], string[]> &
  Record<'issuer' | 'token_endpoint' | 'jwks_uri', string> & {
    token_endpoint_auth_methods_supported: string[]
  }

let sandbox: Awaited<ReturnType<typeof openSandbox>>
let document: Document

beforeAll(async () => {
  sandbox = await openSandbox()
  document = await readJson(`${sandbox.env.GOOGLE_ISSUER_URL}/.well-known/openid-configuration`)
})
afterAll(() => sandbox[Symbol.asyncDispose]())

async function begin(): Promise<GoogleRequest> {
  return openGoogleSignIn(configFor(sandbox.env).google!).begin(back)
}

async function redeem(code: string, verifier: string) {
  const form = {
    grant_type: 'authorization_code',
    client_id: sandbox.env.GOOGLE_CLIENT_ID!,
    client_secret: sandbox.env.GOOGLE_CLIENT_SECRET!,
    redirect_uri: back,
    code,
    code_verifier: verifier,
  }
  expect(compileSchema(tokenRequest)(form)).toEqual([])
  const response = await fetch(document.token_endpoint, { method: 'POST', body: new URLSearchParams(form) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('the discovery document is served under the issuer and offers what Google offers', () => {
  expect(document.issuer).toBe(sandbox.env.GOOGLE_ISSUER_URL)
  for (const field of played) {
    const published: readonly string[] = discovery[field]
    expect(document[field].length).toBeGreaterThan(0)
    expect(document[field].filter((value) => !published.includes(value))).toEqual([])
  }
  expect(document.token_endpoint_auth_methods_supported).toContain('client_secret_post')
})

test('everything we request is offered, here and at Google', async () => {
  const requested = new URL((await begin()).address).searchParams

  expect(discovery.response_types_supported).toContain(requested.get('response_type'))
  expect(discovery.code_challenge_methods_supported).toContain(requested.get('code_challenge_method'))
  for (const scope of requested.get('scope')!.split(' ')) {
    expect(discovery.scopes_supported).toContain(scope)
    expect(document.scopes_supported).toContain(scope)
  }
})

test('a cancelled sign-in is reported as Google does, with the state that was sent', async () => {
  const request = await begin()
  const answer = await signInAtGoogle(request.address, 'cancel')

  expect(answer.searchParams.get('error')).toBe('access_denied')
  expect(answer.searchParams.get('state')).toBe(request.state)
})

test('tokens, errors and claims have Google’s form, and Google’s own code accepts the id_token', async () => {
  const request = await begin()
  const answer = await signInAtGoogle(request.address, noor)
  const code = answer.searchParams.get('code')!
  const given = await redeem(code, request.verifier)
  const used = await redeem(code, request.verifier)

  expect(compileSchema(tokenAnswer)(given.body)).toEqual([])
  expect(compileSchema(tokenAnswer)({ ...given.body, id_token: 'x' })).not.toEqual([])
  expect(used).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(compileSchema(tokenRefusal)(used.body)).toEqual([])

  const verify = await verifierOf()
  const token = given.body['id_token'] as string
  const claims = (await verify(token, sandbox.env.GOOGLE_CLIENT_ID!)).getPayload()!
  const known: readonly string[] = [...discovery.claims_supported, ...moreClaims]
  expect(Object.keys(claims).filter((claim) => !known.includes(claim))).toEqual([])
  expect(claims).toMatchObject({ ...noor, email_verified: true, nonce: request.nonce })
  expect(claims.sub).toMatch(/^\d{21}$/)
  await expect(verify(token, 'somebody else')).rejects.toThrow('Wrong recipient')
  await expect(verify(`${token.slice(0, -6)}AAAAAA`, sandbox.env.GOOGLE_CLIENT_ID!)).rejects.toThrow(
    'Invalid token signature',
  )
})

test('a code cannot be redeemed without its PKCE verifier', async () => {
  const request = await begin()
  const answer = await signInAtGoogle(request.address, noor)

  const stolen = await redeem(answer.searchParams.get('code')!, 'x'.repeat(43))

  expect(stolen).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

/** Returns Google's own verifier of id_tokens, set to accept the stand-in's keys. */
async function verifierOf() {
  const { keys } = await readJson<{ keys: (JsonWebKey & { kid: string })[] }>(document.jwks_uri)
  const pems = keys.map((key) => [
    key.kid,
    createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString(),
  ])
  const certificates = Object.fromEntries(pems) as Record<string, string>
  return (token: string, audience: string) =>
    new auth.OAuth2().verifySignedJwtWithCertsAsync(token, certificates, audience, [document.issuer])
}

async function readJson<T>(address: string): Promise<T> {
  return (await (await fetch(address)).json()) as T
}
