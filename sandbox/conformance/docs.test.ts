import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openDiscord } from '../discord/stand-in.ts'
import { openGoogle } from '../google/stand-in.ts'
import { openMail } from '../mail/stand-in.ts'
import { openPaypal } from '../paypal/stand-in.ts'
import { openPush } from '../push/stand-in.ts'
import { openState } from '../state.ts'
import { openStripe } from '../stripe/stand-in.ts'
import { openTwitch } from '../twitch/stand-in.ts'
import { openYoutube } from '../youtube/stand-in.ts'
import { listRoutes } from './routes.fixture.ts'

const guide = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8')

test('docs/sandbox.md lists exactly the controls that exist', async () => {
  const context = { origin: 'http://127.0.0.1:1', state: openState() }
  const paypal = await openPaypal(context)
  const mail = await openMail(context, { host: '127.0.0.1', port: 0 })
  const others = [
    openTwitch(context),
    openYoutube(context),
    openDiscord(context),
    openPush(context),
    await openStripe(context),
    await openGoogle(context),
    mail,
  ]
  const mounted = [
    ...listRoutes(paypal.router).map((route) => route.replace(' /control/', ' /paypal/control/')),
    ...others.flatMap(({ router }) => listRoutes(router)),
  ].filter((route) => route.includes('/control/'))
  await Promise.all([paypal, ...others].map(async ({ close }) => close?.()))

  const named = [...guide.matchAll(/`((?:GET|POST|DELETE) \/\w+\/control\/[\w/:-]+)`/g)].map(
    ([, route]) => route!,
  )

  expect(named.toSorted()).toEqual(mounted.toSorted())
})
