/**
 * What the screens show, by their route. The crawler takes the routes from the site itself, so a route without an entry is walked
 * as well; then it must only show a heading.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { MarkedData } from '../marked-data.ts'
import { fill, patterns } from './site.ts'
import type { Places } from './site.ts'

/** The data of this run. A page can show its mark only if it read the database. */
export type Data = MarkedData & Places & { site: string }

export type Role = 'visitor' | 'supporter' | 'creator'

/** Waits for what a page must show. */
type Expectation = (page: Page, data: Data) => Promise<unknown>

type Shows = Partial<Record<Role, Expectation>>

export interface Screen {
  pattern: string
  path: string
  shows: Shows
  /** Whether visitors are sent to the log-in. */
  isPrivate: boolean
}

const text = (expected: string | ((data: Data) => string)) => (page: Page, data: Data) =>
  page
    .getByText(typeof expected === 'string' ? expected : expected(data))
    .first()
    .waitFor()
const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()
const field = (label: string, of: (data: Data) => string) => async (page: Page, data: Data) => {
  await expect.poll(() => page.getByLabel(label).first().inputValue()).toContain(of(data))
}

const marked = text(({ mark }) => mark)
const running = text(({ mark }) => `Running ${mark}`)
const description = text(({ mark }) => `For ${mark}`)
const done = text(({ mark }) => `Done ${mark}`)
const supporter = text(({ mark }) => `Supporter ${mark}`)
const offer: Expectation = (page) => page.getByRole('button', { name: 'Become a creator' }).waitFor()
const ownAddress = text(({ site }) => site)

const signedIn = (shows: Expectation): Shows => ({ supporter: shows, creator: shows })
const everybody = (shows: Expectation): Shows => ({ visitor: shows, ...signedIn(shows) })
const creatorOnly = (shows: Expectation): Shows => ({ supporter: offer, creator: shows })

const testimonial: Expectation = async (page, { mark }) => {
  await page.getByRole('heading', { name: 'What creators say' }).scrollIntoViewIfNeeded()
  await page.locator(`a[href="https://${mark}.example/"]`).waitFor()
}
/** The editor of styles, whose preview shows a goal of this run. */
const styleEditor: Expectation = async (page, data) => {
  const preview = page.frameLocator('iframe[src="/streamalerts?editor"]')
  await preview.locator('.bar', { hasText: data.mark }).waitFor()
}
/** The studio, whose canvas shows a goal of this run. */
const studio: Expectation = async (page, data) => {
  const canvas = page.frameLocator('iframe[src="/overlay/scene?editor"]')
  await canvas.locator('.bar', { hasText: data.mark }).waitFor()
}
const goalsSwitchedOff: Expectation = async (page) => {
  await expect.poll(() => page.getByRole('switch', { name: 'Goals' }).isChecked()).toBe(false)
}
/** The way back from a payment that failed, to the page where it began. */
const tryAgainLink: Expectation = async (page, { mark, username, sessionId }) => {
  const path = `/${username}/tips?${mark}`
  const money = { goalId: null, amountMinor: 7_00, currency: 'gbp', coversFee: false }
  const order = { ...money, name: '', message: '', isPrivate: false, isAnonymous: false }
  const checkout = JSON.stringify({ sessionId, path, order })
  await page.evaluate((value) => sessionStorage.setItem('brimful.checkout', value), checkout)
  await page.reload()
  await page.locator(`a[href="${path}"]`).waitFor()
}

const settings: Record<string, Shows> = {
  'profile-setting': signedIn(field('About you', ({ mark }) => mark)),
  'payment-setting': creatorOnly(marked),
  'stream-setting': creatorOnly(field('Stream Alert URL', ({ creatorUid }) => creatorUid)),
  'notifications-setting': signedIn(goalsSwitchedOff),
  'chatbot-setting': creatorOnly(marked),
  'tools-setting': creatorOnly(text('No API tokens yet.')),
  'import-setting': creatorOnly(text('No imports yet.')),
}
const panel: Shows = {
  supporter: text('You don’t moderate for anyone yet. Ask a creator for a link.'),
  creator: supporter,
}

/** What each role sees. A role that a pattern of `publicPages` does not name sees a page of another route. */
const publicPages: Record<string, Shows> = {
  '/': everybody(testimonial),
  '/featured-creators': everybody(marked),
  '/privacy-policy': everybody(ownAddress),
  '/terms-of-service': everybody(ownAddress),
  '/cookieyes-generated-policy': everybody(ownAddress),
  '/account': { visitor: heading('Welcome back'), ...signedIn(marked) },
  '/account/login/:email?': { visitor: field('Email', ({ mark }) => mark), ...signedIn(marked) },
  '/signup': { visitor: heading('Create your account') },
  '/authentication/email-verification': everybody(heading('Confirm')),
  '/authentication/reset-password': everybody(heading('Forgot')),
  '/explore': everybody(marked),
  '/dashboard/explore': everybody(marked),
  '/dashboard/payment-success/:sessionId': everybody(marked),
  '/dashboard/payment-failure': everybody(tryAgainLink),
  '/:username': everybody(running),
  '/:username/current-goals': everybody(running),
  '/:username/current-goals/:goaluuid': everybody(description),
  '/:username/completed-goals': everybody(done),
  '/:username/completed-goals/:goaluuid': everybody(done),
  '/:username/fund-goal/:goaluuid': everybody(running),
  '/:username/tips': everybody(marked),
  '/:username/user/:useruid': everybody(supporter),
  '*': everybody(heading('This glass is empty')),
}
const privatePages: Record<string, Shows> = {
  '/dashboard': signedIn(marked),
  '/dashboard/insights': signedIn(marked),
  '/dashboard/goals-overview': creatorOnly(marked),
  '/dashboard/notification': { supporter: text('Nothing here yet.'), creator: marked },
  '/dashboard/account-setting': signedIn(text('This browser')),
  '/dashboard/payment-setting2': creatorOnly(supporter),
  '/dashboard/Integrations-setting': creatorOnly(ownAddress),
  '/dashboard/donothon-timer-setting': creatorOnly(field('Timer URL', ({ creatorUid }) => creatorUid)),
  '/dashboard/share': creatorOnly(text(({ site, username }) => `${site}/${username}`)),
  '/dashboard/alert-style': creatorOnly(styleEditor),
  '/dashboard/studio': creatorOnly(studio),
  '/dashboard/widgets': creatorOnly(field('Widget URL', ({ creatorUid }) => creatorUid)),
  '/dashboard/moderation': creatorOnly(text('Blocked supporters')),
  '/dashboard/control-panel': panel,
  '/control-panel': panel,
  '/control-panel/invite': signedIn(text('This link is not complete. Open it again from the message.')),
  ...Object.fromEntries(
    Object.entries(settings).flatMap(([tab, shows]) => [
      [`/dashboard/${tab}`, shows],
      [`/${tab}`, shows],
    ]),
  ),
  '/admin': signedIn(heading('This glass is empty')),
  '/admin/books': signedIn(heading('This glass is empty')),
  '/user/:username': signedIn(running),
  '/user/:username/current-goals': signedIn(running),
  '/user/:username/current-goals/:goaluuid': signedIn(description),
  '/user/:username/completed-goals/:goaluuid': signedIn(done),
  '/user/:username/fund-goal/:goaluuid': signedIn(running),
  '/user/:username/total-earnings': creatorOnly(marked),
}
/** Pages of a route that its pattern does not lead to. */
const more: [path: string, pattern: string, shows: Shows][] = [
  ['/dashboard/explore?tag=synths', '/dashboard/explore', everybody(marked)],
  [
    '/authentication/email-verification#x',
    '/authentication/email-verification',
    everybody(heading('Confirm')),
  ],
  ['/authentication/reset-password#x', '/authentication/reset-password', everybody(heading('password'))],
  ['/no/such/page', '*', everybody(heading('This glass is empty'))],
  ['/nobody_here', '/:username', everybody(heading('We couldn’t find this creator'))],
  ['/control-panel/invite#token', '/control-panel/invite', {}],
]

/** Returns every page of the site. Throws if there is an expectation for a route that does not exist. */
export function listScreens(places: Places): Screen[] {
  const known = { ...publicPages, ...privatePages }
  const gone = Object.keys(known).filter((pattern) => !patterns.includes(pattern) && pattern !== '*')
  if (gone.length > 0) throw new Error(`The site has no route ${gone.join(', ')}`)
  return [
    ...patterns.map((pattern) => ({
      pattern,
      path: fill(pattern, places),
      shows: known[pattern] ?? {},
      isPrivate: pattern in privatePages,
    })),
    ...more.map(([path, pattern, shows]) => ({ pattern, path, shows, isPrivate: pattern in privatePages })),
  ]
}
