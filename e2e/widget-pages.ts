/** Opens the widgets of a creator as OBS does, and compares what they show with what the creator has received. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { defaultTimerRule } from '../contract/timer/timer.ts'
import { buildCreator, buildGoal } from '../db/builders.fixture.ts'
import { hashPassword } from '../domain/accounts/passwords.ts'
import { showOverlayKey } from '../domain/alerts/overlay-key.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { readSecretKeys } from '../domain/config/secret-keys.ts'
import { changeTimer, createTimer } from '../domain/timer/manage-timers.ts'
import type { Product } from './product.ts'
import type { Account } from './visitors.ts'

/** The widgets by name, with the part of each that changes with a tip. */
export const widgetParts = {
  goal: '.bar-sum',
  timer: '.timer-time',
  top: '#board',
  recent: '#board',
  total: '.total-sum',
} as const
export type WidgetName = keyof typeof widgetParts
export const widgetNames = Object.keys(widgetParts) as WidgetName[]

/** The sizes of the picture that widgets must be legible in. */
export const pictures = {
  '1080p': { width: 1920, height: 1080 },
  '4K': { width: 3840, height: 2160 },
} as const

/** What the goal has received before any tip, in whole pounds, and its amount. */
const [receivedBefore, goalAmount] = [20, 100]
const startSeconds = 5 * 3600

export type WidgetWorld = Awaited<ReturnType<typeof buildWidgetWorld>>

/** Builds a creator with a goal and a running timer, whose tips add a minute for each pound. */
export async function buildWidgetWorld(product: Product) {
  const { db, env } = product
  const account: Account = { email: `${randomUUID()}@widgets.test`, password: 'lantern-under-river-58' }
  const { email } = account
  const { uid } = await buildCreator(db, { email, passwordHash: await hashPassword(account.password) })
  await buildGoal(db, uid, { title: 'A kiln for the clay season' })
  const { timerId } = await createTimer(db, uid, { name: 'Donothon', rule: defaultTimerRule, actor: uid })
  const change = { kind: 'start', seconds: startSeconds } as const
  const { endsAt } = await changeTimer(db, uid, timerId, { entryId: randomUUID(), change, actor: uid })
  const key = await showOverlayKey({ db, config: { secretsKey: readSecretKeys(env['SECRETS_KEY']!) } }, uid)
  const tips: { name: string; pounds: number }[] = []

  return {
    uid,
    account,
    timerId,
    /** Records a tip toward the goal. */
    async tip(name: string, pounds: number): Promise<void> {
      const [goal] = await db.selectFrom('goal').select('goalId').where('creatorUid', '=', uid).execute()
      await buildTip(db, uid, { supporterName: name, amountMinor: pounds * 100, goalId: goal!.goalId })
      tips.push({ name, pounds })
    },
    addressOf: (widget: WidgetName) =>
      `${product.url}/overlay?userUID=${uid}&widget=${widget}${widget === 'total' ? `#key=${key}` : ''}`,
    /** Waits until a widget shows every tip so far. */
    async expectAllTips(widget: WidgetName, page: Page): Promise<void> {
      const sum = tips.reduce((pounds, tip) => pounds + tip.pounds, 0)
      const read = () => page.locator(widgetParts[widget]).innerText()
      switch (widget) {
        case 'goal':
          return expect.poll(read).toBe(`£${receivedBefore + sum} / £${goalAmount}`)
        case 'total':
          return expect.poll(read).toBe(`£${sum}`)
        case 'timer': {
          const endsAtMs = Date.parse(endsAt!) + sum * 60_000
          const aheadMs = async () => Math.abs(secondsOf(await read()) * 1000 - (endsAtMs - Date.now()))
          return expect.poll(aheadMs).toBeLessThanOrEqual(1_500)
        }
        case 'recent':
          return expect
            .poll(async () => namesIn(await read()))
            .toEqual(tips.map(({ name }) => name).toReversed())
        case 'top':
          return expect
            .poll(async () => namesIn(await read()))
            .toEqual(tips.toSorted((a, b) => b.pounds - a.pounds).map(({ name }) => name))
      }
    },
  }
}

/** Opens a page for each widget. */
export async function openWidgets(
  context: BrowserContext,
  { addressOf }: Pick<WidgetWorld, 'addressOf'>,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Map<WidgetName, Page>> {
  const pages = new Map<WidgetName, Page>()
  for (const widget of widgetNames) {
    const page = await context.newPage()
    await prepare(page)
    await page.goto(addressOf(widget))
    pages.set(widget, page)
  }
  return pages
}

/** Waits until every widget shows every tip so far. */
export async function expectAllTips(world: WidgetWorld, pages: ReadonlyMap<WidgetName, Page>): Promise<void> {
  for (const [widget, page] of pages) await world.expectAllTips(widget, page)
}

/** Returns the sizes of a widget's words, as shares of the picture's height, and whether it is inside the picture. */
export function measure(page: Page, widget: WidgetName): Promise<{ isInside: boolean; textHeight: number }> {
  return page.locator(widgetParts[widget]).evaluate((part) => {
    const { top, left, right, bottom } = part.closest('section')!.getBoundingClientRect()
    const fontSize = parseFloat(getComputedStyle(part).fontSize)
    return {
      isInside: top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight && right > left,
      textHeight: fontSize / innerHeight,
    }
  })
}

function secondsOf(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}

/** Returns the names on a board, whose rows are names and amounts. */
function namesIn(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('£'))
}
