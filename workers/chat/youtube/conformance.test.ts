/** Checks the traffic between our YouTube poster, which uses Google's client, and the stand-in against Google's published API. */
import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { auth, youtube } from 'googleapis/build/src/apis/youtube/index.js'
import { beforeAll, expect, test } from 'vitest'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { openGoogleOauth } from '../../../domain/chat/platforms/youtube/oauth.ts'
import {
  apiRefusal,
  discovery,
  moreClaims,
  tokenAnswer,
  tokenRefusal,
  tokenRequest,
} from '../../../sandbox/conformance/google/oauth.fixture.ts'
import { calls, readYoutube } from '../../../sandbox/conformance/google/youtube.fixture.ts'
import { compileSchema } from '../../../sandbox/conformance/json-schema.fixture.ts'
import { listMutants } from '../../../sandbox/conformance/mutants.fixture.ts'
import { type Exchange, jsonOf, startRecorder } from '../../../sandbox/conformance/recorder.fixture.ts'
import { listRoutes } from '../../../sandbox/conformance/routes.fixture.ts'
import { openState } from '../../../sandbox/state.ts'
import { openYoutube } from '../../../sandbox/youtube/stand-in.ts'
import { forFile } from '../../../db/for-file.fixture.ts'
import { createTestContext } from '../../workers.fixture.ts'
import { connectYoutubeChannel } from '../connections.fixture.ts'
import { chatEventKinds } from '../../../sandbox/youtube/chat-events.ts'
import { streamChat } from './calls.ts'
import { openYoutubePoster } from './poster.ts'
import { openYoutubeQuota } from './quota.ts'
import { control, openSandbox, read } from '../../../sandbox/sandbox.fixture.ts'

const published = readYoutube()
const sandbox = await forFile(openSandbox())
const recorder = await forFile(startRecorder(sandbox.env.GOOGLE_API_URL!))
const moved = Object.entries(sandbox.env).map(([name, value]) => [
  name,
  value.replace(sandbox.env.GOOGLE_API_URL!, recorder.url),
])
const ctx = await forFile(createTestContext('postgres', Object.fromEntries(moved) as Record<string, string>))

beforeAll(play)

/**
 * Plays a broadcast: a creator connects, goes live, gets a message and ends the broadcast. The tokens are refreshed and finally
 * refused.
 */
async function play(): Promise<void> {
  const { uid } = await buildCreator(ctx.db)
  const connection = await connectYoutubeChannel({ ...ctx, sandbox }, uid, 'Mira')
  const { channel } = connection
  const config = ctx.config.youtube!
  const poster = openYoutubePoster({
    ...ctx,
    config,
    secretsKey: ctx.config.secretsKey,
    lifetimeMs: 180_000,
    scale: 20,
  })
  const { liveChatId } = await control<{ liveChatId: string }>(sandbox, '/youtube/control/live', { channel })
  await poster.post(connection, 'Grace just tipped £7')
  await poster.findShown!(connection, true)
  const oauth = openGoogleOauth(config)
  const { accessToken } = await oauth.refresh(config.botRefreshToken)
  const google = { config, oauth, quota: openYoutubeQuota(ctx.db, config) }
  const place = { liveChatId, pageToken: undefined, signal: new AbortController().signal }
  const following = streamChat(google, accessToken, place) // the recorder passes a response on when it is whole
  for (const kind of chatEventKinds)
    await control(sandbox, '/youtube/control/chat-event', { channel, kind, of: 'LCC.1' })
  await control(sandbox, '/youtube/control/end', { channel })
  await buffer(await following)
  await poster.post(connection, 'too late').catch(() => {})

  const api = youtube({ version: 'v3', rootUrl: `${recorder.url}/`, auth: oauth.clientFor(accessToken) })
  await api.channels.list({ mine: true, part: ['snippet', 'status'] })
  await api.liveBroadcasts.list({ broadcastStatus: 'active', mine: true, part: ['id'] }).catch(() => {})
  const { code } = await control<{ code: string }>(sandbox, '/google/control/grant', { channelTitle: 'Ada' })
  const tokens = await oauth.exchange(code, 'http://127.0.0.1/connected')
  await oauth.revoke(tokens.refreshToken!)
  await oauth.refresh(tokens.refreshToken!).catch(() => {})
}

const apiCalls = () => recorder.exchanges.filter(({ path }) => path.startsWith('/youtube/v3/'))
const tokenCalls = () => recorder.exchanges.filter(({ path }) => path === '/google/token')
const isFine = ({ status }: Exchange) => status === 200

test('every call of the stand-in is one of YouTube’s, and was made', () => {
  const standIn = openYoutube({ origin: 'http://127.0.0.1:1', state: openState() })
  const played = listRoutes(standIn.router).filter((route) => route.includes(' /youtube/v3/'))
  const made = apiCalls()
    .filter(isFine)
    .map(({ method, path }) => `${method} ${path}`)

  expect(published.methods.size).toBeGreaterThan(50)
  expect(played.toSorted()).toEqual(Object.keys(calls).toSorted())
  expect(played.filter((route) => !published.methods.has(route))).toEqual([])
  expect([...new Set(made)].toSorted()).toEqual(played.toSorted())
})

test('the stand-in reads only documented parameters', () => {
  const paging = ['part', 'maxResults', 'pageToken']
  const read: Record<string, string[]> = {
    'GET /youtube/v3/channels': [...paging, 'mine', 'id', 'forHandle', 'access_token'],
    'GET /youtube/v3/liveBroadcasts': [...paging, 'mine', 'id', 'broadcastStatus', 'broadcastType'],
    'GET /youtube/v3/liveChat/messages': [...paging, 'liveChatId'],
    'GET /youtube/v3/liveChat/messages/stream': ['part', 'pageToken', 'liveChatId'],
    'POST /youtube/v3/liveChat/messages': ['part'],
  }

  const unknown = Object.entries(calls).flatMap(([name, call]) =>
    read[name]!.filter((param) => !published.paramsOf(call).includes(param)),
  )
  expect(unknown).toEqual([])
})

test('requests and responses have the parameters, fields and types of Google’s client', () => {
  expect(apiCalls().filter(isFine).flatMap(published.validateExchange)).toEqual([])
})

test('refusals have the form that Google documents', () => {
  const refused = apiCalls().filter((exchange) => !isFine(exchange))

  expect(refused.map(({ status }) => status)).toContain(400)
  expect(refused.map(({ answerBody }) => jsonOf(answerBody)).flatMap(compileSchema(apiRefusal))).toEqual([])
})

test('token calls for a code, a refresh and a revoked grant are as Google documents them', () => {
  const requests = tokenCalls().map(({ requestBody }) => Object.fromEntries(new URLSearchParams(requestBody)))
  const given = tokenCalls().filter(isFine)
  const refused = tokenCalls().filter((exchange) => !isFine(exchange))

  expect(new Set(requests.map(({ grant_type }) => grant_type))).toEqual(
    new Set(['authorization_code', 'refresh_token']),
  )
  expect(requests.flatMap(compileSchema(tokenRequest))).toEqual([])
  expect(given.map(({ answerBody }) => jsonOf(answerBody)).flatMap(compileSchema(tokenAnswer))).toEqual([])
  expect(refused).toHaveLength(1)
  expect(refused.map(({ answerBody }) => jsonOf(answerBody)).flatMap(compileSchema(tokenRefusal))).toEqual([])
})

test('a falsified request or response is found', () => {
  const mutants = apiCalls()
    .filter(isFine)
    .flatMap((exchange) => [
      ...listMutants(jsonOf(exchange.answerBody)).map(({ what, document }) => ({
        what,
        faults: published.validateExchange({ ...exchange, answerBody: JSON.stringify(document) }),
      })),
      // Google's client requires no parameter of a stream
      ...(published.methods.get(`${exchange.method} ${exchange.path}`)?.length === 0
        ? []
        : [{ what: 'no part', faults: published.validateExchange({ ...exchange, query: {} }) }]),
      {
        what: 'surprise',
        faults: published.validateExchange({ ...exchange, query: { ...exchange.query, x: '1' } }),
      },
      { what: 'path', faults: published.validateExchange({ ...exchange, path: `${exchange.path}s` }) },
    ])

  expect(mutants.length).toBeGreaterThan(60)
  expect(mutants.filter(({ faults }) => faults.length === 0).map(({ what }) => what)).toEqual([])
})

test('without configured addresses the client uses those of Google’s discovery document', () => {
  const { endpoints } = new auth.OAuth2()

  expect(endpoints.oauth2AuthBaseUrl).toBe(discovery.authorization_endpoint)
  expect(endpoints.oauth2TokenUrl).toBe(discovery.token_endpoint)
  expect(endpoints.oauth2RevokeUrl).toBe(discovery.revocation_endpoint)
})

test('Google’s library accepts the stand-in’s id_token, and its claims are Google’s', async () => {
  const [first] = tokenCalls().map(({ answerBody }) => jsonOf(answerBody) as { id_token: string })
  const { keys } = await read<{ keys: (JsonWebKey & { kid: string })[] }>(sandbox, '/google/certs')
  const pems = keys.map((key) => [
    key.kid,
    createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString(),
  ])
  const certificates = Object.fromEntries(pems) as Record<string, string>
  const client = new auth.OAuth2()
  const verify = (token: string, audience: string) =>
    client.verifySignedJwtWithCertsAsync(token, certificates, audience, [discovery.issuer])

  const ticket = await verify(first!.id_token, sandbox.env.GOOGLE_CLIENT_ID!)

  const claims = Object.keys(ticket.getPayload()!)
  const known: readonly string[] = [...discovery.claims_supported, ...moreClaims]
  expect(claims.filter((claim) => !known.includes(claim))).toEqual([])
  expect(discovery.id_token_signing_alg_values_supported).toContain(algorithmOf(first!.id_token))
  await expect(verify(first!.id_token, 'somebody else')).rejects.toThrow('Wrong recipient')
  await expect(
    verify(`${first!.id_token.slice(0, -6)}AAAAAA`, sandbox.env.GOOGLE_CLIENT_ID!),
  ).rejects.toThrow('Invalid token signature')
})

function algorithmOf(token: string): unknown {
  return JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).alg
}
