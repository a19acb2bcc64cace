import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildSupporter } from '../../../db/builders.fixture.ts'
import type { AppError } from '../../../contract/errors.ts'
import type { ProofChallenge } from '../../../contract/proof.ts'
import { openWorkProof } from '../../security/proof-of-work.ts'
import { solveProof } from '../../security/solve-proof.fixture.ts'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import { makeSecretKeys } from '../../config/secret-keys.fixture.ts'

/** Creates a creator with this many unpaid orders, thirty from each network. Few are opened at once, because opening has a time limit. */
async function openFlooded(orders: number) {
  const checkout = await openPaypalCheckout()
  checkout.ctx.workProof = openWorkProof(makeSecretKeys())
  for (let n = 0; n < orders; n += 5) {
    const addressHash = createHash('sha256')
      .update(`network ${Math.floor(n / 30)}`)
      .digest('hex')
    await Promise.all(Array.from({ length: Math.min(5, orders - n) }, () => checkout.open({ addressHash })))
  }
  return checkout
}

const guest = () => ({ addressHash: randomBytes(32).toString('hex') })

/** Returns the challenge of a refused order; undefined if the order is opened. */
async function challengeOf(opening: Promise<string>): Promise<ProofChallenge | undefined> {
  return opening.then(
    () => undefined,
    (error: AppError) => {
      expect(error.code).toBe('proof_required')
      return error.details.challenge!
    },
  )
}

test('after 300 unpaid orders for a creator a guest opens one with a proof, and nobody is refused', async () => {
  await using checkout = await openFlooded(300)
  const honest = guest()

  const challenge = await challengeOf(checkout.open(honest))

  const orderId = await checkout.open({ ...honest, proof: await solveProof(challenge!) })
  await checkout.pay(orderId)
  expect(await checkout.finish(orderId)).toMatchObject({ status: 'captured' })
  expect(await challengeOf(checkout.open({ ...honest, proof: await solveProof(challenge!) }))).toBeDefined() // a proof is valid only once
})

test('a supporter with an account of a week, or who has paid, needs no proof; a new account does', async () => {
  await using checkout = await openFlooded(0)
  const [old, paid, fresh] = await Promise.all([1, 2, 3].map(() => buildSupporter(checkout.db)))
  await checkout.db
    .updateTable('account')
    .set({ createdAt: new Date(Date.now() - 8 * 86_400_000) })
    .where('uid', '=', old!.uid)
    .execute()
  await checkout.takeTip({ supporter: paid! })
  const { creator, ctx } = checkout
  for (let n = 0; n < 300; n++) await ctx.orderLimits!.addToCreator(creator.uid)

  const challenges = [old!, paid!, fresh!].map((supporter) => challengeOf(checkout.open({ supporter })))

  expect(await Promise.all(challenges)).toEqual([undefined, undefined, expect.anything()])
})

test('an order that is paid no longer counts, whether it is paid alone or with others', async () => {
  await using checkout = await openFlooded(297)
  const orderIds = await Promise.all([1, 2, 3].map(() => checkout.openPaid()))
  for (const _ of [1, 2]) await checkout.ctx.orderLimits!.addToCreator(checkout.creator.uid)
  expect(await challengeOf(checkout.open(guest()))).toBeDefined()

  await Promise.all(orderIds.map((orderId) => checkout.finish(orderId)))

  await expect.poll(() => checkout.ctx.orderLimits!.workFor(checkout.creator.uid)).toBe(0)
})

test('the more unpaid orders, the harder the proof, up to three times', async () => {
  await using checkout = await openFlooded(0)
  const { creator, ctx } = checkout
  const costs: (number | undefined)[] = []
  for (let n = 0; n <= 6000; n++) {
    if ([299, 300, 900, 3000, 6000].includes(n))
      costs.push((await challengeOf(checkout.open(guest())))?.parameters.cost)
    await ctx.orderLimits!.addToCreator(creator.uid)
  }

  expect(costs).toEqual([undefined, 5000, 10_000, 15_000, 15_000])
})

test('asking for a challenge counts as no order, a wrong solution does', async () => {
  await using checkout = await openFlooded(300)
  const honest = guest()
  for (let n = 0; n < 100; n++) expect(await challengeOf(checkout.open(honest))).toBeDefined()

  const challenge = (await challengeOf(checkout.open(honest)))!
  const wrong = { challenge, solution: { counter: 1, derivedKey: 'ab'.repeat(32) } }
  for (let n = 0; n < 60; n++) await challengeOf(checkout.open({ ...honest, proof: wrong }))

  await expect(checkout.open({ ...honest, proof: wrong })).rejects.toMatchObject({ code: 'rate_limited' })
})
