/** What the crawler checks on the screens, with the views and visitors. */
import type { Page } from 'playwright-core'
import { findViolations, measureOverflow } from '../accessibility.ts'
import { maxShifts } from '../layout-shift.ts'
import { desktop, phone } from '../visitors.ts'
import { findEnglish } from './english.ts'
import { findHeaderProblems } from './header-problems.ts'
import { findUnseenStops, heightOfBars } from './keyboard-walk.ts'
import type { Role } from './screens.ts'

/** The sizes and colour schemes that a page is checked in, one after the other, without loading it again. */
export const views = {
  phone: { ...phone, scheme: 'light' },
  phoneDark: { ...phone, scheme: 'dark' },
  desktop: { ...desktop, scheme: 'light' },
  desktopDark: { ...desktop, scheme: 'dark' },
  /** 1280 × 1024 at 400 %: https://www.w3.org/WAI/WCAG22/Understanding/reflow. */
  zoomed: { width: 320, height: 256, scheme: 'light' },
  tablet: { width: 768, height: 700, scheme: 'light' },
} as const

export type View = keyof typeof views

/** A page that somebody has opened, in one view. */
export interface Visit {
  role: Role
  language: 'en' | 'de'
  pattern: string
  isPrivate: boolean
  /** Whether the page is in a state that steps have led to, rather than as it opens. */
  isState: boolean
  view: View
  takeErrors(): string[]
  /** The sum of all shifts since the page opened. */
  shifts(): Promise<number>
}

interface Check {
  views: View[]
  /** By default, it applies to everybody, and to every page as it opens. */
  on?: (visit: Visit) => boolean
  find: (page: Page, visit: Visit) => Promise<string[]>
}

const isNoState = ({ isState }: Visit) => !isState
const inEnglish = ({ language, isState }: Visit) => language === 'en' && !isState
const inGerman = ({ language }: Visit) => language === 'de'
/** All four looks of a page are those of the one whose page it is; the others see it in one. */
const isOwner = ({ role, isPrivate, isState }: Visit) =>
  isState || role === (isPrivate ? 'creator' : 'visitor')
const lookOf: Partial<Record<Role, View>> = { supporter: 'phoneDark', creator: 'desktop' }
/** Its elements are those of Swagger UI. */
const notOurs = '/api-reference'
const isLook = (visit: Visit) => isOwner(visit) || lookOf[visit.role] === visit.view

export const checks: Record<string, Check> = {
  'moves nothing while it loads': {
    views: ['phone'],
    on: inEnglish,
    find: async (_, { shifts }) => {
      const sum = await shifts()
      return sum > maxShifts ? [sum.toFixed(3)] : []
    },
  },
  'has a title': {
    views: ['phone'],
    find: async (page, { pattern }) => {
      const title = await page.title()
      const isTitled = pattern === '/' ? title === 'Brimful' : /\S · Brimful$/.test(title)
      return isTitled ? [] : [`“${title}”`]
    },
  },
  'is in German': {
    views: ['desktop'],
    on: (visit) => inGerman(visit) && visit.pattern !== notOurs,
    find: findEnglish,
  },
  'has no violation of axe': {
    views: ['phone', 'phoneDark', 'desktop', 'desktopDark'],
    on: (visit) =>
      visit.pattern !== notOurs && isLook(visit) && (visit.language === 'en' || visit.view === 'phone'),
    find: (page, visit) =>
      // A colour scheme changes no elements.
      findViolations(page, isOwner(visit) && views[visit.view].scheme === 'dark' ? 'colours' : 'all'),
  },
  'is no wider than the screen': {
    views: ['phone', 'desktop', 'zoomed'],
    find: async (page) => {
      const overflow = await measureOverflow(page)
      return overflow > 0 ? [`${overflow} px`] : []
    },
  },
  'has a header for its visitor': {
    views: ['phone', 'desktop', 'zoomed', 'tablet'],
    on: ({ pattern }) => pattern === '/explore',
    find: findHeaderProblems,
  },
  'leaves room to read between its bars': {
    views: ['zoomed'],
    on: ({ isPrivate, isState }) => isPrivate && !isState,
    find: async (page) => {
      const height = await heightOfBars(page)
      return height < views.zoomed.height / 2 ? [] : [`${height} px of bars`]
    },
  },
  'shows each stop of the Tab key': {
    views: ['desktop'],
    on: (visit) => inEnglish(visit) && visit.isPrivate && isOwner(visit),
    find: findUnseenStops,
  },
  'links to sections that it has': { views: ['phone'], on: inEnglish, find: findLostSections },
  'reports no error in the console': {
    views: ['phone', 'phoneDark', 'desktop', 'desktopDark', 'zoomed', 'tablet'],
    find: async (_, { takeErrors }) => takeErrors(),
  },
}

/** Returns whether a check applies to a visit. */
export function applies({ views: all, on = isNoState }: Check, visit: Visit): boolean {
  return all.includes(visit.view) && on(visit)
}

/** Returns the views that a visit needs the page in. The console is read in those that another check needs. */
export function viewsOf(visit: Omit<Visit, 'view'>): View[] {
  const { 'reports no error in the console': _, ...others } = checks
  const needs = (view: View) => Object.values(others).some((check) => applies(check, { ...visit, view }))
  return (Object.keys(views) as View[]).filter(needs)
}

/** Returns the links to a section of this page that does not exist. */
async function findLostSections(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href*="#"]')]
      .filter(({ pathname, hash }) => pathname === location.pathname && hash.length > 1)
      .filter(({ hash }) => !document.getElementById(decodeURIComponent(hash.slice(1))))
      .map(({ href }) => href),
  )
}
