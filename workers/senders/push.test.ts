import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { PushSubscriptionData } from '../../contract/notifications/push-calls.ts'
import type { Locale } from '../../contract/locale.ts'
import { savePushSubscription } from '../../db/queries/notifications/push-subscriptions.ts'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { hashSession, openSession } from '../../domain/accounts/sessions.ts'
import { hashEndpoint, sealSubscription } from '../../domain/notifications/push-subscription.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { createTestContext, publishTip, runWorkers } from '../workers.fixture.ts'
import type { TestContext } from '../workers.fixture.ts'
import { control, openSandbox, read } from '../../sandbox/sandbox.fixture.ts'

const sandbox = await forFile(openSandbox())
const own = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'PUSH_SANDBOX_URL']
const env = Object.fromEntries(own.map((name) => [name, sandbox.env[name]!]))
beforeEach(async () => void (await control(sandbox, '/push/control/faults/clear')))

/** Subscribes a browser of the creator to push messages. */
async function subscribe({ db, config }: TestContext, uid: string, locale: Locale = 'en') {
  const to = await control<PushSubscriptionData>(sandbox, '/push/control/subscribe')
  await savePushSubscription(db, {
    uid,
    tokenHash: hashSession(await openSession(db, uid, 'a browser')),
    endpointHash: hashEndpoint(to.endpoint),
    sealed: sealSubscription(config.secretsKey, uid, to),
    locale,
  })
  return to
}

async function pushedTo({ endpoint }: PushSubscriptionData): Promise<unknown[]> {
  const query = new URLSearchParams({ endpoint })
  const pushed = await read<{ text: string }[]>(sandbox, `/push/messages?${query}`)
  return pushed.map(({ text }) => JSON.parse(text))
}

async function pushState({ db }: TestContext) {
  const rows = await db.selectFrom('delivery').selectAll().where('destination', '=', 'push').execute()
  return rows.map(({ status }) => status)
}

test('a tip and the goal that it fills are pushed to each browser of the creator’s, in its language', async () => {
  await using ctx = await createTestContext('postgres', env)
  const { uid } = await buildCreator(ctx.db)
  const { goalId } = await buildGoal(ctx.db, uid, { title: 'A kiln', amountReceivedMinor: 95_00 })
  const [phone, desk] = [await subscribe(ctx, uid), await subscribe(ctx, uid, 'de')]
  await runWorkers(ctx)

  const { eventIds } = await publishTip(ctx, uid, { goalId, amountMinor: 7_50, message: 'Fire it up' })

  await expect.poll(() => pushedTo(desk)).toHaveLength(2)
  await expect.poll(() => pushedTo(phone)).toHaveLength(2)
  expect(await pushedTo(phone)).toEqual(
    expect.arrayContaining([
      {
        title: 'Grace tipped £7.50',
        body: 'towards A kiln\n“Fire it up”',
        tag: eventIds[0],
        url: '/dashboard/notification',
      },
      expect.objectContaining({ title: 'A kiln is fully funded', tag: eventIds[1] }),
    ]),
  )
  expect(JSON.stringify(await pushedTo(desk))).toContain('7,50')
})

test('a private message and an anonymous name are in no push message, and no log knows the address', async () => {
  await using ctx = await createTestContext('postgres', env)
  const { uid } = await buildCreator(ctx.db)
  const browser = await subscribe(ctx, uid)
  await runWorkers(ctx)
  const secret = randomBytes(6).toString('hex')

  const tip = { isPrivate: true, isAnonymous: true, supporterName: `N${secret}`, message: `M${secret}` }
  await publishTip(ctx, uid, tip)

  await expect.poll(() => pushedTo(browser)).toHaveLength(1)
  expect(await pushedTo(browser)).toMatchObject([
    { title: 'Anonymous tipped £5', body: 'as a general tip\nPrivate message, only for you' },
  ])
  expect(JSON.stringify(ctx.lines)).not.toMatch(new RegExp(`${secret}|push/send`))
})

test('a browser that is gone is forgotten, a service without time is asked again, and who has none is owed nothing', async () => {
  await using ctx = await createTestContext('postgres', env)
  const { uid } = await buildCreator(ctx.db)
  const [gone, there] = [await subscribe(ctx, uid), await subscribe(ctx, uid)]
  await control(sandbox, '/push/control/gone', { endpoint: gone.endpoint })
  await runWorkers(ctx)

  await control(sandbox, '/push/control/faults', { fault: 'status-429' })
  await publishTip(ctx, uid)
  await expect.poll(() => pushState(ctx)).toEqual(['sent'])
  expect(await pushedTo(there)).toHaveLength(1)
  expect(await ctx.db.selectFrom('pushSubscription').selectAll().execute()).toHaveLength(1)

  const other = await buildCreator(ctx.db)
  await publishTip(ctx, other.uid)
  const rows = ctx.db
    .selectFrom('delivery')
    .select('destination')
    .where('creatorUid', '=', other.uid)
    .orderBy('destination')
  await expect
    .poll(() => rows.execute())
    .toEqual([{ destination: 'alerts' }, { destination: 'notifications' }])
})
