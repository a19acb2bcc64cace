import { expect, test } from 'vitest'
import { checkBurst } from './burst-check.fixture.ts'
import { openSandbox } from '../../sandbox/sandbox.fixture.ts'

test('on the real clock, a thousand tips over fifty channels break no limit and each is accounted for', async () => {
  await using sandbox = await openSandbox()
  await checkBurst(sandbox, { channels: 50, tips: 1_000, fundedEvery: 5 })
  expect.hasAssertions()
})
