/** Tests, like `wires.e2e.ts`, that the connections to payment providers, chats and the mail server may fall silent. */
import { describe, test } from 'vitest'
import { expectTipsDespite } from './faulty-wires.ts'
import type { Wire } from './faulty-wires.ts'
import { setUpProxiedProduct } from './fixture.ts'
import { backends } from './proxied-product.ts'

const rows: Wire[][] = [['PayPal'], ['SMTP', 'Stripe', 'Twitch', 'YouTube']]

describe(`with queues on ${backends[0]}`, () => {
  const fixture = setUpProxiedProduct(backends[0]!, { isPaypalProxied: true })

  test.each(rows.map((own) => [own.join(', '), own] as const))(
    'silent for five seconds: %s',
    async (_, own) => {
      await expectTipsDespite(fixture, { own, fault: 'answers nothing', faultMs: 5_000, isStopping: false })
    },
  )
})
