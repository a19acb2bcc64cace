/**
 * Decides what a shared link to a page shows: fixed texts for known paths, or texts from the rows of the page's creator and goal.
 */
import type { Locale } from '../../contract/locale.ts'
import { isPlatformPath } from '../../contract/pages/platform-paths.ts'
import { isSitePath } from '../../contract/pages/site-paths.ts'
import { formatMoney } from '../../contract/money/money-format.ts'
import { m } from '../../i18n/compiled/messages.js'
import type { Logger } from 'pino'
import type { Db } from '../../db/connection.ts'
import type { PublicCreatorRow } from '../../db/queries/accounts/accounts.ts'
import type { Solo } from '../config/solo-config.ts'
import { findSubject } from './find-subject.ts'
import type { Subject } from './find-subject.ts'
import type { PageCard } from './page-card.ts'

/** The paths of pages whose card is the same for everybody, each with its canonical path. */
const publicPaths: Readonly<Record<string, string>> = {
  '/': '/',
  '/explore': '/explore',
  '/dashboard/explore': '/explore',
  '/featured-creators': '/featured-creators',
  '/api-reference': '/api-reference',
  '/privacy-policy': '/privacy-policy',
  '/terms-of-service': '/terms-of-service',
  '/cookieyes-generated-policy': '/cookieyes-generated-policy',
}

/** Returns the canonical paths of the pages that are the same for everybody. In solo mode, the first one is the creator's page. */
export function listPublicPaths(solo: Solo | undefined): string[] {
  const all = [...new Set(Object.values(publicPaths))]
  return solo ? all.filter((path) => path !== '/' && !isPlatformPath(path)) : all
}

const longestText = 200

interface Context {
  db: Db
  config: { solo: Solo | undefined }
  log: Logger
  /** Finds a creator by name in lower case; by default in the database. */
  findCreator?: (userName: string) => Promise<PublicCreatorRow | undefined>
}

/**
 * Returns the card of the page at a path. The card never repeats the requested path, because it can contain an email address
 * (`/account/login/:email`): the card's path is from the list above, or is built from the rows of creator and goal. A creator's
 * card is in the creator's language, every other card in the visitor's.
 */
export async function describePage(ctx: Context, path: string, requested: Locale): Promise<PageCard> {
  const { solo } = ctx.config
  const isNowhere = solo !== undefined && isPlatformPath(path)
  const subject = isNowhere ? 'missing' : await findSubjectOf(ctx, path)
  if (typeof subject === 'object') {
    const { userName, coverImage } = subject.creator
    const card = subject.goal ? cardOfGoal(subject, subject.goal) : cardOfCreator(subject)
    return { ...card, creator: { userName, coverImage } }
  }
  return {
    locale: requested,
    title: 'Brimful',
    description: m.share_site_text({}, { locale: requested }),
    path: !isNowhere && Object.hasOwn(publicPaths, path) ? publicPaths[path] : undefined,
    kind: 'website',
    ...(subject === 'missing' && { isMissing: true }),
  }
}

const creatorPath =
  /^\/(?<name>\w{3,30})(?:\/(?:(?:current|completed)-goals|tips|(?:(?:current|completed)-goals|fund-goal)\/(?<goalId>[\da-f-]{36})))?\/?$/i

/**
 * Finds the creator and goal of a page; `missing` when there are none. `none` for all other pages, and while the database is
 * unavailable: then the page still opens, without a card.
 */
async function findSubjectOf(
  { db, log, findCreator }: Context,
  path: string,
): Promise<Subject | 'missing' | 'none'> {
  if (isSitePath(path)) return 'none'
  const { name, goalId } = creatorPath.exec(path)?.groups ?? {}
  if (name === undefined) return 'missing'
  try {
    return (await findSubject(db, name, goalId, findCreator)) ?? 'missing'
  } catch (error) {
    log.error(error, 'A page was served without its card')
    return 'none'
  }
}

function cardOfCreator({ creator: { userName, displayName, bio, locale } }: Subject): PageCard {
  return {
    locale,
    title: m.share_creator_title({ name: displayName }, { locale }),
    description: shorten(bio) || m.share_creator_text({ name: displayName }, { locale }),
    path: `/${userName}/current-goals`,
    kind: 'profile',
    image: `/share/${userName}/card.png`,
  }
}

function cardOfGoal(
  { creator: { userName, displayName, locale } }: Subject,
  goal: NonNullable<Subject['goal']>,
): PageCard {
  const { title, goalId, status, currency, description, amountMinor, amountReceivedMinor } = goal
  const received = formatMoney(amountReceivedMinor, currency, locale)
  const amount = formatMoney(amountMinor, currency, locale)
  const progress = m.share_goal_text({ received, amount }, { locale })
  const list = status === 'ACTIVE' ? 'current-goals' : 'completed-goals'
  return {
    locale,
    title: m.share_goal_title({ title, name: displayName }, { locale }),
    description: [progress, shorten(description)].filter(Boolean).join(' '),
    path: `/${userName}/${list}/${goalId}`,
    kind: 'website',
    image: `/share/${userName}/${goalId}/card.png`,
  }
}

/** Returns a text as one line, shortened at the end of a word. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= longestText) return line
  return `${line.slice(0, longestText).replace(/\s\S*$/, '')}…`
}
