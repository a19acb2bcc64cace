/** Tests how the published style of alerts reaches overlays. */
import { expect, test } from 'vitest'
import { lookOf, standardStyle } from '../../contract/alerts/alert-looks.ts'
import type { AlertStyle } from '../../contract/alerts/alert-style.ts'
import { liveWants } from '../../contract/sockets.ts'
import type { LiveStyle, WidgetLook } from '../../contract/sockets.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { publishAlertStyle, saveAlertDraft } from '../../db/queries/alerts/alert-styles.ts'
import { alertBody, buildAlert, startTestSockets } from './sockets.fixture.ts'

const ticket = { ...standardStyle(), look: lookOf('ticket') }
const banner = { ...standardStyle(), look: lookOf('banner') }

test('an overlay gets the published style before it is ready, and each one that is published later', async () => {
  await using test = await startTestSockets()
  const { uid, userName } = await buildCreator(test.db)
  await saveAlertDraft(test.db, uid, ticket, 0)
  await publishAlertStyle(test.db, uid, 1)
  const overlay = test.overlay({ userUID: uid })
  const order: string[] = []
  const styles: LiveStyle[] = []
  overlay.socket.on('ready', () => order.push('ready'))
  overlay.socket.on('style', (style: LiveStyle) => {
    order.push('style')
    styles.push(style)
  })

  await expect.poll(() => order).toEqual(['style', 'ready'])
  await saveAlertDraft(test.db, uid, banner, 1)
  await publishAlertStyle(test.db, uid, 2)
  await test.publish({ kind: 'overlay-style', creatorUid: uid })

  await expect.poll(() => styles.map(({ version }) => version)).toEqual([1, 2])
  expect(styles.map(({ style }) => style)).toEqual([ticket, banner])
  expect(styles[0]?.pageUrl).toMatch(new RegExp(`/${userName}$`))
})

test('a draft, and a creator without a style, send none', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await saveAlertDraft(test.db, uid, ticket, 0)
  const overlay = test.overlay({ userUID: uid })
  const events: string[] = []
  overlay.socket.onAny((event: string) => events.push(event))

  await expect.poll(() => events).toEqual(['ready'])
})

test('widgets of every kind get the published look when they connect, and each one that is published later', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await saveAlertDraft(test.db, uid, ticket, 0)
  await publishAlertStyle(test.db, uid, 1)
  const cookie = await test.signIn(uid)
  const pages = liveWants.map((wants) => test.page({ userUID: uid, wants }, cookie))
  const lookFrom = ({ look: { size, font, colors } }: AlertStyle, version: number): WidgetLook => ({
    version,
    size,
    font,
    colors,
  })
  const board = test.page({ userUID: uid }, cookie)
  for (const page of pages) await expect.poll(() => page.received('look')).toEqual([lookFrom(ticket, 1)])

  await saveAlertDraft(test.db, uid, banner, 1)
  await publishAlertStyle(test.db, uid, 2)
  await test.publish({ kind: 'overlay-style', creatorUid: uid })

  const both = [lookFrom(ticket, 1), lookFrom(banner, 2)]
  for (const page of pages) await expect.poll(() => page.received('look')).toEqual(both)
  expect(board.received('look')).toEqual([])
})

test('a widget gets its look before it is told that it may be seen', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await saveAlertDraft(test.db, uid, ticket, 0)
  await publishAlertStyle(test.db, uid, 1)
  const widget = test.page({ userUID: uid, wants: 'goals' })
  const events: string[] = []
  widget.socket.onAny((event: string) => events.push(event))

  await expect.poll(() => events.filter((event) => event !== 'goals')).toEqual(['look', 'blank'])
})

test('widgets of a creator without a published style get no look', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await saveAlertDraft(test.db, uid, ticket, 0)
  const widget = test.page({ userUID: uid, wants: 'goals' })
  const events: string[] = []
  widget.socket.onAny((event: string) => events.push(event))

  await expect.poll(() => events.toSorted()).toEqual(['blank', 'goals'])
  expect(widget.received('blank')).toEqual([false])
})

test('an alert that is read again has everything that looks and bars depend on', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const goal = {
    title: 'A kiln',
    amount: 100_00,
    amountReceived: 25_00,
    goalId: '3f0e6c1a-5b7d-4e21-9c84-6a2d8f17b0c5',
  }
  const facts = {
    goal,
    worth: { amount: 8_00, currency: 'gbp' },
    isFirstTip: true,
    milestone: 25,
  } as const
  await buildAlert(test.db, uid, { ...alertBody, ...facts })

  const overlay = await test.readyOverlay({ userUID: uid, cursor: 0 })

  await expect.poll(() => overlay.alerts).toMatchObject([facts])
})
