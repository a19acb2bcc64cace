import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { control, openSandbox } from '../../sandbox/sandbox.fixture.ts'
import { signInAtGoogle } from '../../sandbox/google/sign-in.fixture.ts'
import { configFor } from '../config/config.fixture.ts'
import { GoogleRefusal, openGoogleSignIn } from './google-identity.ts'

const back = 'http://localhost:3000/api/v1/account/google/callback'
const noor = { email: 'noor.haddad@gmail.example' }

async function openBoth() {
  const sandbox = await openSandbox()
  const config = configFor(sandbox.env).google!
  return {
    sandbox,
    config,
    google: openGoogleSignIn(config),
    [Symbol.asyncDispose]: sandbox[Symbol.asyncDispose],
  }
}

test('identifies a person by the same id whatever the email', async () => {
  await using house = await openBoth()
  const first = await house.google.begin(back)
  const one = await house.google.redeem(await signInAtGoogle(first.address, noor), first)
  await control(house.sandbox, '/google/control/people', { ...noor, name: 'Noor H', isEmailVerified: false })
  const second = await house.google.begin(back)
  const two = await house.google.redeem(await signInAtGoogle(second.address, noor), second)

  expect(one).toEqual({
    googleId: expect.stringMatching(/^\d{21}$/),
    ...noor,
    isEmailVerified: true,
    name: 'Noor Haddad',
  })
  expect(two).toEqual({ ...one, name: 'Noor H', isEmailVerified: false })
})

test('refuses a cancelled request, a used code and a code of another request', async () => {
  await using house = await openBoth()
  const { google } = house
  const request = await google.begin(back)
  const cancelled = await signInAtGoogle(request.address, 'cancel')
  await expect(google.redeem(cancelled, request)).rejects.toEqual(new GoogleRefusal('cancelled'))

  const answer = await signInAtGoogle(request.address, noor)
  await google.redeem(answer, request)
  await expect(google.redeem(answer, request)).rejects.toEqual(new GoogleRefusal('expired'))

  const other = await google.begin(back)
  const stolen = await signInAtGoogle(other.address, noor)
  stolen.searchParams.set('state', request.state)
  await expect(google.redeem(stolen, request)).rejects.toEqual(new GoogleRefusal('expired'))
})

test('refuses a callback with another state or nonce', async () => {
  await using house = await openBoth()
  const { google } = house
  const request = await google.begin(back)
  const answer = await signInAtGoogle(request.address, noor)

  await expect(google.redeem(answer, { ...request, state: 'another' })).rejects.toThrow('invalid response')
  await expect(google.redeem(answer, { ...request, nonce: 'another' })).rejects.toThrow(
    /nonce|JWT claim|unexpected|invalid response/,
  )
})

test('contacts Google again after an outage', async () => {
  await using house = await openBoth()
  const { issuerUrl } = house.config
  let isAway = true
  const gate = createServer((request, response) => {
    if (isAway) return void response.writeHead(503).end()
    void fetch(issuerUrl + request.url!)
      .then((answer) => answer.text())
      .then((text) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(text.replaceAll(issuerUrl, gateUrl)),
      )
  })
  await new Promise<void>((listening) => gate.listen(0, '127.0.0.1', listening))
  const gateUrl = `http://127.0.0.1:${(gate.address() as { port: number }).port}`
  const google = openGoogleSignIn({ ...house.config, issuerUrl: gateUrl })

  await expect(google.begin(back)).rejects.toThrow()
  isAway = false
  await expect(google.begin(back)).resolves.toMatchObject({ state: expect.any(String) })
  gate.closeAllConnections()
  gate.close()
})
