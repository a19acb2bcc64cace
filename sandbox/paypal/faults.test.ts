import { ApiError } from '@paypal/paypal-server-sdk'
import { expect } from 'vitest'
import { orderOf, type TestPaypal } from './paypal.fixture.ts'
import { test } from '../test.fixture.ts'

function create(paypal: TestPaypal, paypalRequestId = 'same') {
  return paypal.orders.createOrder({ body: orderOf(), paypalRequestId })
}

async function countOrders(paypal: TestPaypal): Promise<number> {
  const { orders } = await paypal.control<{ orders: object }>('state')
  return Object.keys(orders).length
}

async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  )
}

test.for([
  ['drop-before', 0],
  ['drop-after-commit', 1],
] as const)('%s closes the connection with %i orders created', async ([fault, made], { paypal }) => {
  await paypal.control('faults', { operation: 'create', fault })

  const lost = await failure(create(paypal))
  const before = await countOrders(paypal)
  const again = await create(paypal)

  expect(lost).not.toBeInstanceOf(ApiError)
  expect(lost).toMatchObject({ code: 'ECONNRESET' })
  expect(before).toBe(made)
  expect(again.statusCode).toBe(made ? 200 : 201)
  expect(await countOrders(paypal)).toBe(1)
})

test.for([
  ['status-500', 500],
  ['status-503', 503],
  ['status-429', 429],
  ['status-401', 401],
] as const)(
  '%s is answered the given number of times and creates nothing',
  async ([fault, status], { paypal }) => {
    await paypal.control('faults', { operation: 'create', fault, times: 2 })

    const first = await failure(create(paypal))
    const second = await failure(create(paypal))

    expect(first).toMatchObject({ statusCode: status })
    expect(second).toMatchObject({ statusCode: status })
    expect(await countOrders(paypal)).toBe(0)
  },
)

test('a 401 fault revokes the token', async ({ paypal }) => {
  await paypal.control('faults', { operation: 'create', fault: 'status-401' })
  await failure(create(paypal))

  // The SDK keeps its revoked token, so a caller has to create a new client.
  expect(await failure(create(paypal))).toMatchObject({ statusCode: 401 })
  expect((await create({ ...paypal, ...paypal.connect() })).statusCode).toBe(201)
})

test.for(['html', 'empty'])('an %s answer is sent after the work is done', async (fault, { paypal }) => {
  const { result } = await create(paypal)
  await paypal.control('approve', { orderId: result.id, outcome: 'pay' })
  await paypal.control('faults', { operation: 'capture', fault })

  const lost = await failure(paypal.orders.captureOrder({ id: result.id!, paypalRequestId: 'k' }))
  const read = await paypal.orders.getOrder({ id: result.id! })

  expect(lost).toBeInstanceOf(Error)
  expect(lost).not.toBeInstanceOf(ApiError)
  expect(read.result.status).toBe('COMPLETED')
})

test('refuses a request id whose first call is still running', async ({ paypal }) => {
  await paypal.control('faults', { operation: 'create', fault: 'slow', delayMs: 700 })
  await paypal.orders.getOrder({ id: 'X' }).catch(() => {}) // makes the client fetch its token now, so that it does so only once

  const [first, second] = await Promise.allSettled([create(paypal), create(paypal)])

  const refused = [first, second].find(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: { statusCode: 409 } })
  expect(await countOrders(paypal)).toBe(1)
})

test('token calls can fail, and faults can be removed', async ({ paypal }) => {
  await paypal.control('faults', { operation: 'token', fault: 'status-503', times: 9 })

  const failed = await failure(create(paypal))
  await fetch(`${paypal.origin}/paypal/control/faults`, { method: 'DELETE' })

  expect(failed).toMatchObject({ statusCode: 503 })
  // An SDK client never recovers from a failed token call, so a caller has to create a new one.
  expect(await failure(create(paypal))).toMatchObject({ statusCode: 503 })
  expect((await create({ ...paypal, ...paypal.connect() })).statusCode).toBe(201)
})
