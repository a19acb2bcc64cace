import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { StandIn } from '../stand-in.ts'
import { openStandIns } from '../start.ts'
import { openState } from '../state.ts'
import { listRoutes } from './routes.fixture.ts'

const guide = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8')

test('docs/sandbox.md lists exactly the controls that exist', async () => {
  const context = { origin: 'http://127.0.0.1:1', state: openState() }
  const standIns: StandIn[] = []
  for await (const standIn of openStandIns(context, { host: '127.0.0.1', port: 0 })) standIns.push(standIn)
  const mounted = standIns
    .flatMap(({ router }) => listRoutes(router))
    .map((route) => route.replace(/ \/control\//, ' /paypal/control/'))
    .filter((route) => route.includes('/control/'))
  await Promise.all(standIns.map(async ({ close }) => close?.()))

  const named = [...guide.matchAll(/`((?:GET|POST|DELETE) \/\w+\/control\/[\w/:-]+)`/g)].map(
    ([, route]) => route!,
  )

  expect(named.toSorted()).toEqual(mounted.toSorted())
})
