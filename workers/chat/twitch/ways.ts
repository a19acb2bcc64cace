/** Chooses for each chat whether messages go by Twitch's API or over IRC, and stores the choice for the creator's settings. */
import type { TwitchWay } from '../../../contract/chat/twitch-ways.ts'
import type { Db } from '../../../db/connection.ts'
import { updatePostWay } from '../../../db/queries/chat/connection-health.ts'
import type { ConnectionRow } from '../../../db/schema.ts'
import { allowsBot } from '../../../domain/chat/platforms/twitch/connector.ts'
import type { ApiSender } from './api-sender.ts'
import type { TwitchSender } from './sender.ts'

/** How long the API is not tried again in a chat that it refused, and in all chats after it did not respond. */
const refusedMs = 60 * 60_000
const awayMs = 30_000

interface WaysContext {
  db: Db
  api: ApiSender
  irc: TwitchSender
  scale: number
}

/** Opens a sender that uses the API where it may, and IRC otherwise. What the API has refused goes over IRC. */
export function openTwitchWays({ db, api, irc, scale }: WaysContext): TwitchSender {
  const closed = openClosed()

  async function choose(row: ConnectionRow): Promise<TwitchWay> {
    if (!allowsBot(row.scopes) && row.botIsModerator !== true) return 'noConsent'
    if (closed.has(row)) return 'refused'
    try {
      return (await api.isOpen()) ? 'api' : 'botConsent'
    } catch {
      closed.closeAll(awayMs / scale)
      return 'refused'
    }
  }

  return {
    async enter(row) {
      return (await choose(row)) === 'api' ? api.enter(row) : irc.enter(row)
    },
    async send(row, textFor) {
      let way = await choose(row)
      if (way === 'api') {
        const outcome = await api.send(row, textFor)
        if (outcome.kind !== 'closed') {
          await store(db, row, way)
          return outcome
        }
        if (outcome.isAway) closed.closeAll(awayMs / scale)
        else closed.close(row, refusedMs / scale)
        way = 'refused'
      }
      const outcome = await irc.send(row, textFor)
      await store(db, row, way)
      return outcome
    },
  }
}

async function store(db: Db, row: ConnectionRow, way: TwitchWay): Promise<void> {
  if (row.postWay !== way) await updatePostWay(db, row, way)
}

const maxRemembered = 10_000

/** Where the API is not tried for now. A new consent is tried at once. */
function openClosed() {
  const until = new Map<string, number>()
  let allUntil = -Infinity
  const keyOf = ({ platformUserId, connectedAt }: ConnectionRow) =>
    `${platformUserId} ${connectedAt.getTime()}`
  return {
    has: (row: ConnectionRow) => performance.now() < Math.max(allUntil, until.get(keyOf(row)) ?? -Infinity),
    closeAll: (milliseconds: number) => void (allUntil = performance.now() + milliseconds),
    close(row: ConnectionRow, milliseconds: number): void {
      until.delete(keyOf(row))
      until.set(keyOf(row), performance.now() + milliseconds)
      const [oldest] = until.keys()
      if (until.size > maxRemembered && oldest !== undefined) until.delete(oldest)
    },
  }
}
