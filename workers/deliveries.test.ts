import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { buildCreator, buildGoal } from '../db/builders.fixture.ts'
import { connectTwitchChannel, connectYoutubeChannel, readTexts } from './chat/connections.fixture.ts'
import { captureTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { addDelivery, backends, createTestContext, publishTip, runWorkers } from './workers.fixture.ts'
import type { TestContext } from './workers.fixture.ts'
import { readMailSubscription } from '../domain/notifications/mail-subscription.ts'
import { forFile } from '../db/for-file.fixture.ts'
import { control, openSandbox, read } from '../sandbox/sandbox.fixture.ts'

const sandbox = await forFile(openSandbox())
afterEach(async () => {
  await control(sandbox, '/twitch/control/faults', { fault: 'none' })
  await control(sandbox, '/mail/control/clear')
})

/** Creates a creator who is live on both platforms, with a goal. */
async function buildStreamer(ctx: TestContext) {
  const name = `mira_${randomBytes(4).toString('hex')}`
  const creator = await buildCreator(ctx.db, { userName: name, email: `${name}@creators.example` })
  const goal = await buildGoal(ctx.db, creator.uid, { amountMinor: 100_00, amountReceivedMinor: 20_00 })
  await connectTwitchChannel({ ...ctx, sandbox }, creator.uid, name)
  await connectYoutubeChannel({ ...ctx, sandbox }, creator.uid, name)
  await control(sandbox, '/youtube/control/live', { channel: name })
  return { ...creator, name, goal }
}

const messages = (platform: 'twitch' | 'youtube', name: string) => readTexts(sandbox, platform, name)

interface ReadMail {
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** Returns the headers that mail programs use to unsubscribe their reader, and what the link is about. */
async function unsubscribing({ db, config }: TestContext, { headers }: ReadMail) {
  const url = /^<(.+)>$/.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  const token = new URL(url).searchParams.get('token')!
  return {
    at: url.split('?')[0],
    post: headers['list-unsubscribe-post'],
    ...(await readMailSubscription({ db, config }, token)),
  }
}

function mailTo(address: string): Promise<ReadMail[]> {
  return read(sandbox, `/mail/messages?to=${address}`)
}

async function deliveries({ db }: TestContext): Promise<Record<string, string>> {
  const rows = await db.selectFrom('delivery').selectAll().execute()
  return Object.fromEntries(
    rows.map(({ destination, status, reason }) => [destination, reason ? `${status} ${reason}` : status]),
  )
}

async function problem({ db }: TestContext, platform: 'twitch' | 'youtube'): Promise<string | null> {
  const query = db.selectFrom('platformConnection').select('problem').where('platform', '=', platform)
  return (await query.executeTakeFirstOrThrow()).problem
}

describe.each(backends)('on %s', (backend) => {
  test('a tip toward a goal stands in both chats and in the creator’s mail', async () => {
    await using ctx = await createTestContext(backend, sandbox.env)
    const { uid, name, email, goal } = await buildStreamer(ctx)
    await runWorkers(ctx)

    const { eventIds } = await publishTip(ctx, uid, { goalId: goal.goalId, amountMinor: 7_00 })

    await expect
      .poll(() => deliveries(ctx))
      .toEqual({
        alerts: 'sent',
        'chat-twitch': 'sent',
        'chat-youtube': 'sent',
        mail: 'sent',
        notifications: 'sent',
      })
    const line = `Grace just tipped £7 towards A kiln for the clay season on Brimful! Thank you! https://brimful.example/${name}/current-goals/${goal.goalId}`
    expect(await messages('twitch', name)).toEqual([line])
    expect(await messages('youtube', name)).toEqual([line])
    const mails = await mailTo(email)
    expect(mails).toMatchObject([{ subject: 'Grace tipped £7 towards “A kiln for the clay season”' }])
    expect(mails[0]!.text).toContain('For the clay!')
    expect(JSON.stringify(mails[0])).toContain(`event-${eventIds[0]}@brimful.example`)
    expect(await unsubscribing(ctx, mails[0]!)).toEqual({
      at: 'https://brimful.example/authentication/unsubscribe',
      post: 'List-Unsubscribe=One-Click',
      topic: 'tips',
      isOn: true,
    })
  })

  test('a German creator is mailed in German, while the chats keep the bot’s English lines', async () => {
    await using ctx = await createTestContext(backend, sandbox.env)
    const { uid, name, email, goal } = await buildStreamer(ctx)
    await ctx.db.updateTable('account').set({ locale: 'de' }).where('uid', '=', uid).execute()
    await runWorkers(ctx)

    await publishTip(ctx, uid, { goalId: goal.goalId, amountMinor: 7_00 })

    await expect.poll(() => deliveries(ctx)).toMatchObject({ mail: 'sent' })
    expect(await mailTo(email)).toMatchObject([{ subject: `Grace hat 7\u00a0£ für „${goal.title}“ gegeben` }])
    await expect.poll(() => messages('twitch', name)).toHaveLength(1)
    expect((await messages('twitch', name))[0]).toMatch(/^Grace just tipped £7/)
  })

  test('a private message and an anonymous name reach the creator’s mail at most', async () => {
    await using ctx = await createTestContext(backend, sandbox.env)
    const { uid, name, email, goal } = await buildStreamer(ctx)
    await runWorkers(ctx)

    const secret = {
      isAnonymous: true,
      isPrivate: true,
      supporterName: 'Canary Name',
      message: 'canary message',
    }
    await publishTip(ctx, uid, { goalId: goal.goalId, ...secret })
    await expect.poll(async () => new Set(Object.values(await deliveries(ctx)))).toEqual(new Set(['sent']))

    const [mail] = await mailTo(email)
    const alerts = await ctx.db.selectFrom('alert').selectAll().execute()
    const outside = JSON.stringify([
      await messages('twitch', name),
      await messages('youtube', name),
      alerts,
      ctx.lines,
    ])
    expect(outside).not.toMatch(/canary/i)
    expect(mail!.text).toContain('canary message')
    expect(JSON.stringify(mail)).not.toContain('Canary Name')
    expect(JSON.stringify(ctx.lines)).not.toContain(email)
  })

  test('a creator who wants neither tips nor mails gets the alert alone', async () => {
    await using ctx = await createTestContext(backend, sandbox.env)
    const { uid, goal } = await buildStreamer(ctx)
    await ctx.db
      .insertInto('notificationPreference')
      .values({ uid, receiveAllTips: false, receiveGoalFunded: false })
      .execute()
    const toggles = { receiveAllTips: false, receiveGoalFunded: true, receiveGeneralTips: true }
    await ctx.db
      .insertInto('chatbotSettings')
      .values([
        { uid, platform: 'twitch', ...toggles },
        { uid, platform: 'youtube', ...toggles },
      ])
      .execute()
    await runWorkers(ctx)

    await publishTip(ctx, uid, { goalId: goal.goalId })

    await expect.poll(() => deliveries(ctx)).toEqual({ alerts: 'sent' })
  })

  test('a ban is given up and shown to the creator until a line stands again', async () => {
    await using ctx = await createTestContext(backend, sandbox.env)
    const { uid, name } = await buildStreamer(ctx)
    await ctx.db
      .insertInto('chatbotSettings')
      .values({ uid, platform: 'twitch', receiveGeneralTips: true })
      .execute()
    await control(sandbox, '/twitch/control/channels', { channel: name, banned: true })
    await runWorkers(ctx)

    await publishTip(ctx, uid)
    await expect.poll(() => deliveries(ctx)).toMatchObject({ 'chat-twitch': 'gave_up banned' })
    expect(await problem(ctx, 'twitch')).toBe('banned')
    expect(await problem(ctx, 'youtube')).toBeNull()

    await control(sandbox, '/twitch/control/channels', { channel: name, banned: false })
    await publishTip(ctx, uid)
    await expect.poll(() => messages('twitch', name)).toHaveLength(1)
    await expect.poll(() => problem(ctx, 'twitch')).toBeNull()
  })

  test.each([
    [false, 'sent', 1],
    [true, 'gave_up unconfirmed', 0],
  ])(
    'a connection lost in the middle of a line (moderator: %s) ends as %s, and the line is never there twice',
    async (mod, end, lines) => {
      await using ctx = await createTestContext(backend, sandbox.env)
      const { uid, name, goal } = await buildStreamer(ctx)
      await control(sandbox, '/twitch/control/channels', { channel: name, mod })
      await control(sandbox, '/twitch/control/faults', { fault: 'drop-before-post' })
      await runWorkers(ctx)

      await publishTip(ctx, uid, { goalId: goal.goalId })

      await expect.poll(() => deliveries(ctx)).toMatchObject({ 'chat-twitch': end })
      expect(await messages('twitch', name)).toHaveLength(lines)
    },
  )

  test('a mail that the server cannot take now is tried again, one that it never takes is given up', async () => {
    await using ctx = await createTestContext(backend, sandbox.env)
    const creator = await buildCreator(ctx.db)
    await runWorkers(ctx)

    await control(sandbox, '/mail/control/reject', { code: 451 })
    await publishTip(ctx, creator.uid)
    await expect.poll(() => deliveries(ctx)).toMatchObject({ mail: 'sent' })
    expect(await mailTo(creator.email)).toHaveLength(1)

    await control(sandbox, '/mail/control/reject', { code: 550 })
    const { eventIds } = await publishTip(ctx, creator.uid)
    const mail = ctx.db
      .selectFrom('delivery')
      .selectAll()
      .where('destination', '=', 'mail')
      .where('eventId', '=', eventIds[0]!)
    await expect
      .poll(() => mail.executeTakeFirst())
      .toMatchObject({ status: 'gave_up', reason: 'mailRefused', attempts: 1 })
    expect(JSON.stringify(ctx.lines)).not.toContain(creator.email)
  })

  test('of a burst the first is mailed at once and all the others as one when the window is over', async () => {
    await using ctx = await createTestContext(backend, { ...sandbox.env, MAIL_DIGEST_SECONDS: '600' })
    const creator = await buildCreator(ctx.db)
    await runWorkers(ctx)
    const statuses = async () => {
      const rows = await ctx.db.selectFrom('delivery').selectAll().where('destination', '=', 'mail').execute()
      return rows.map(({ status }) => status).toSorted()
    }
    const tipOf = async (supporterName: string) => publishTip(ctx, creator.uid, { supporterName })

    await tipOf('First')
    await expect.poll(() => statuses()).toEqual(['sent'])
    for (const name of ['Second', 'Third', 'Fourth']) await tipOf(name)
    await expect.poll(() => statuses()).toEqual(['coalesced', 'coalesced', 'due', 'sent'])
    expect(await mailTo(creator.email)).toHaveLength(1)

    await ctx.db.updateTable('mailWindow').set({ endsAt: new Date() }).execute()
    await ctx.db
      .updateTable('delivery')
      .set({ dueAt: new Date(0) })
      .where('status', '=', 'due')
      .execute()
    await expect.poll(() => mailTo(creator.email)).toHaveLength(2)
    await expect.poll(() => statuses()).toEqual(['coalesced', 'coalesced', 'sent', 'sent'])
    const digest = (await mailTo(creator.email)).find(({ text }) => text.includes('Second'))!
    expect(digest.subject).toBe('3 tips, £15')
    expect(digest.text).toMatch(/Second tipped £5[^]*Third tipped £5[^]*Fourth tipped £5/)
    expect(await unsubscribing(ctx, digest)).toMatchObject({ topic: 'tips' })

    await tipOf('Fifth')
    await expect.poll(() => statuses()).toContain('due')
    expect(await mailTo(creator.email)).toHaveLength(2)
  })

  test('a chat that was disconnected since the fan-out is nobody’s problem', async () => {
    await using ctx = await createTestContext(backend, sandbox.env)
    const { uid } = await buildCreator(ctx.db)
    const { eventIds } = await captureTip(ctx.db, uid)
    await addDelivery(ctx, { eventId: eventIds[0]!, destination: 'chat-twitch', creatorUid: uid })

    await runWorkers(ctx)

    await expect.poll(() => deliveries(ctx)).toEqual({ 'chat-twitch': 'expired disconnected' })
  })

  test('a chat line that is older than it is worth is not posted any more', async () => {
    await using ctx = await createTestContext(backend, sandbox.env)
    const { uid, name } = await buildStreamer(ctx)
    const { eventIds } = await captureTip(ctx.db, uid)
    const late = { eventId: eventIds[0]!, expiresAt: new Date(Date.now() - 1000) }
    await addDelivery(ctx, { ...late, destination: 'chat-twitch', creatorUid: uid })

    await runWorkers(ctx)

    await expect.poll(() => deliveries(ctx)).toEqual({ 'chat-twitch': 'expired tooLate' })
    expect(await messages('twitch', name)).toEqual([])
  })
})
