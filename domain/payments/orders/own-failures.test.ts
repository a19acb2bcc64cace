/** What fails for a reason of our own or the provider's counts against nobody. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildSupporter } from '../../../db/builders.fixture.ts'
import { openWorkProof } from '../../security/proof-of-work.ts'
import { makeSecretKeys } from '../../config/secret-keys.fixture.ts'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import { OutcomeUnknownError } from '../provider/errors.ts'

const networkOf = (n: number) => ({ addressHash: n.toString(16).padStart(64, '0') })

/** A creator whose provider responds to nothing until `recover`. */
async function openOutage() {
  const checkout = await openPaypalCheckout()
  const { ctx, gateway } = checkout
  ctx.workProof = openWorkProof(makeSecretKeys())
  ctx.payments = {
    paypal: { ...gateway, openOrder: () => Promise.reject(new OutcomeUnknownError('no response')) },
  }
  return {
    ...checkout,
    recover: () => {
      ctx.payments = { paypal: gateway }
    },
  }
}

test('after an outage of the provider neither a guest of the creator nor an account has to wait', async () => {
  await using checkout = await openOutage()
  const supporter = await buildSupporter(checkout.db)
  for (let n = 0; n < 310; n++) {
    const request = n < 70 ? { supporter } : networkOf(n)
    await expect(checkout.open(request)).rejects.toMatchObject({ code: 'payment_provider' })
  }

  checkout.recover()

  expect(await checkout.open({ supporter })).toMatch(/\w/)
  expect(await checkout.open(networkOf(0))).toMatch(/\w/)
})

test('an order that Postgres does not store counts against nobody', async () => {
  await using checkout = await openPaypalCheckout()
  await checkout.owner.schema
    .alterTable('tip_order')
    .addCheckConstraint('away', sql`false`)
    .execute()
  for (let n = 0; n < 70; n++) await expect(checkout.open()).rejects.toThrow('away')

  await checkout.owner.schema.alterTable('tip_order').dropConstraint('away').execute()

  expect(await checkout.open()).toMatch(/\w/)
})

test('an outage does not let a supporter make us ask the provider about a checkout for ever', async () => {
  await using checkout = await openPaypalCheckout()
  const { ctx, gateway } = checkout
  const checkoutId = crypto.randomUUID()
  await checkout.open({ checkoutId })
  let lookUps = 0
  const findOutcome = () => {
    lookUps++
    return Promise.reject(new OutcomeUnknownError('no response'))
  }
  ctx.payments = { paypal: { ...gateway, findOutcome } }

  for (let n = 0; n < 60; n++)
    await expect(checkout.open({ checkoutId })).rejects.toMatchObject({ code: 'payment_provider' })

  expect(lookUps).toBeLessThan(40)
  expect(await checkout.open(networkOf(1))).toMatch(/\w/)
})
