import { expect, test } from 'vitest'
import { allCalls, toolCalls } from '../../contract/calls.ts'
import { errorCodes } from '../../contract/errors.ts'
import { buildCreator, buildGoal, buildSupporter } from '../../db/builders.fixture.ts'
import { openTcpProxy } from '../../db/tcp-proxy.fixture.ts'
import { changeManagedAccount } from '../../domain/admin/manage-account.ts'
import {
  orderTestimonials,
  readManagedSite,
  saveTestimonial,
  setMaintenance,
} from '../../domain/admin/manage-site.ts'
import { startTestApp } from '../app.fixture.ts'

interface Schema {
  required: string[]
  properties: Record<string, { enum?: string[] }>
}

interface Operation {
  operationId: string
  parameters?: { name: string }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: Record<string, unknown>
  security?: unknown
}

interface OpenapiDocument {
  openapi: string
  servers: unknown
  paths: Record<string, Record<string, Operation>>
  components: { schemas: { Error: Schema } }
}

test('health succeeds with Postgres and fails without it', async () => {
  await using app = await startTestApp()
  const good = await app.get('account/health')
  const cookie = await app.signIn((await buildSupporter(app.db)).uid)
  await app.ctx.db.destroy()

  const bad = await app.get('account/health', cookie)

  expect([good.status, good.body]).toMatchObject([200, { status: 'ok' }])
  expect([bad.status, bad.body]).toEqual([
    503,
    { ErrorMessage: 'Brimful isn’t available right now. Please try again soon.', code: 'unavailable' },
  ])
})

test.skipIf(!process.env.TEST_REDIS_URL)(
  'health says which wires are down: a Redis that answers nothing, until it is back',
  async () => {
    const redis = await openTcpProxy(process.env.TEST_REDIS_URL!, 6379)
    await using app = await startTestApp({ REDIS_URL: redis.url })
    const down = async () => {
      const { status, body } = await app.get('account/health')
      const { wires } = body as { wires: { name: string; isUp: boolean }[] }
      const own = wires.filter(({ name }) => ['limits', 'pubsub', 'queue'].includes(name))
      return [status, ...own.filter(({ isUp }) => !isUp).map(({ name }) => name)]
    }
    await app.ctx.pubsub.subscribe(() => {})
    await expect.poll(down).toEqual([200])

    const fault = redis.blackHole()
    app.ctx.queues.add('exports', [{ id: 'ask', data: {} }]).catch(() => {}) // adding the job waits for the connection to Redis
    await app.get('account/name-availability?name=mira') // works without Redis, because the rate limit then counts in memory
    await expect.poll(down).toEqual([200, 'limits', 'pubsub', 'queue'])
    fault.lift()

    await expect.poll(down).toEqual([200])
    await redis.close()
  },
  60_000,
)

test('the site settings contain its address and whether payments are real', async () => {
  await using app = await startTestApp({
    PUBLIC_URL: 'https://brimful.example/',
    SUPPORT_EMAIL: 'help@brimful.example',
  })

  const { body } = await app.get('account/site-settings')

  expect(body).toEqual({
    publicUrl: 'https://brimful.example',
    supportEmail: 'help@brimful.example',
    socialUrl: null,
    isSandbox: false,
    hasGoogle: false,
    serviceFeePercent: 5,
    solo: null,
  })
})

test('lists testimonials in the operator’s order', async () => {
  await using app = await startTestApp()
  const empty = await app.get('account/testimonial/getall')
  await app.db
    .insertInto('testimonial')
    .values([
      { imageUrl: '/b.svg', profileUrl: null, position: 2 },
      { imageUrl: null, profileUrl: 'https://a.example', position: 1 },
    ])
    .execute()

  const { body } = await app.get('account/testimonial/getall')

  expect(empty.body).toEqual([])
  expect(body).toEqual([
    { uid: expect.any(String), imageUrl: null, profileUrl: 'https://a.example' },
    { uid: expect.any(String), imageUrl: '/b.svg', profileUrl: null },
  ])
})

test('the OpenAPI document describes every call with input, response and errors', async () => {
  await using app = await startTestApp({ PUBLIC_URL: 'https://brimful.example' })

  const { body } = await app.get('openapi.json')

  const document = body as OpenapiDocument
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toEqual([{ url: 'https://brimful.example/api/v1' }])
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(operations).toHaveLength(allCalls.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(allCalls.length)
  expect(document.components.schemas.Error.properties['code']?.enum).toEqual(errorCodes)
  const capture = document.paths['/paypal/capture-order/{orderId}']!.post!
  expect(capture.parameters).toMatchObject([{ name: 'orderId', in: 'path', required: true }])
  expect(capture.responses['4XX']).toEqual({ $ref: '#/components/responses/Error' })
  const order = document.paths['/paypal/create-order']!.post!.requestBody!.content['application/json'].schema
  expect(order.required).toContain('ReceipentUID')
  expect(order.properties['amount']).toMatchObject({ minimum: 100, maximum: 500_000_000, multipleOf: 100 })
  const creators = document.paths['/account/get_all_creators']!.get!
  expect(creators.parameters?.map(({ name }) => name)).toEqual(['uid', 'q', 'cursor', 'limit'])
  expect(creators.security).toBeUndefined()
  expect(document.paths['/account/profile']!.get!.security).toEqual([{ session: [] }])
})

test('the OpenAPI document of tools has their calls alone, with a token, a scope and an example each', async () => {
  await using app = await startTestApp({ PUBLIC_URL: 'https://brimful.example' })

  const { body } = await app.get('tools/openapi.json')

  const document = body as OpenapiDocument & { components: { securitySchemes: object } }
  expect(Object.keys(document.components.securitySchemes)).toEqual(['token'])
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(operations).toHaveLength(toolCalls.length)
  for (const operation of operations)
    expect(operation).toMatchObject({
      security: [{ token: [] }],
      description: expect.stringMatching(/^Needs the scope/),
      responses: { 200: { content: { 'application/json': { example: expect.any(Object) } } } },
    })
  expect(document.paths['/tools/panel']!.post!.requestBody).toMatchObject({
    content: { 'application/json': { example: { action: 'pause' } } },
  })
})

test('during maintenance health fails, except for admins', async () => {
  await using app = await startTestApp()
  const admin = await app.signIn((await buildSupporter(app.db, { role: 'admin' })).uid)
  const user = await app.signIn((await buildSupporter(app.db)).uid)
  const actor = { adminUid: null, reason: null }

  await setMaintenance(app.db, actor, true)

  const health = async (cookie?: string) => (await app.get('account/health', cookie)).status
  expect([await health(), await health(user), await health(admin)]).toEqual([503, 503, 200])

  await setMaintenance(app.db, actor, false)
  expect(await health()).toBe(200)
})

test('JSON of a suspended creator answers nowhere by name', async () => {
  await using app = await startTestApp()
  const { uid, userName } = await buildCreator(app.db)
  await buildGoal(app.db, uid)
  const reads = ['account/creator-profile', 'account/get_user_data_by_username', 'account/tip-limits']
  const all = [...reads, 'goals/get_all_goals', 'goals/get_creator_leaderboard']
  const statuses = async () =>
    new Set(
      await Promise.all(all.map(async (path) => (await app.get(`${path}?username=${userName}`)).status)),
    )
  expect(await statuses()).toEqual(new Set([200]))

  await changeManagedAccount(
    { db: app.db, secretsKey: app.ctx.config.secretsKey },
    { adminUid: null, reason: null },
    { userName, change: 'suspend' },
  )

  expect(await statuses()).toEqual(new Set([404]))
})

test('hidden testimonials are left out, and an admin’s order is kept', async () => {
  await using app = await startTestApp()
  const actor = { adminUid: null, reason: null }
  for (const imageUrl of ['/a.webp', '/b.webp', '/c.webp'])
    await saveTestimonial(app.db, actor, { imageUrl, profileUrl: null, isHidden: false })
  const [a, b, c] = (await readManagedSite(app.db)).testimonials

  await orderTestimonials(app.db, actor, [c!.uid, a!.uid])
  await saveTestimonial(app.db, actor, { ...a!, isHidden: true })

  const { body } = await app.get('account/testimonial/getall')
  expect(body).toEqual([
    { uid: c!.uid, imageUrl: '/c.webp', profileUrl: null },
    { uid: b!.uid, imageUrl: '/b.webp', profileUrl: null },
  ])
  expect(await app.db.selectFrom('adminAction').select('action').execute()).toHaveLength(5)
})
