/**
 * Finds the channel of a connected creator. Users of Twitch may change their login, and others may take the old one, so the
 * channel is the one of the user's id: https://dev.twitch.tv/docs/api/reference/#get-users.
 */
import type { Logger } from 'pino'
import type { Db } from '../../../db/connection.ts'
import { updateConnectionChannel } from '../../../db/queries/chat/connections.ts'
import type { ConnectionRow } from '../../../db/schema.ts'
import type { BotToken } from '../../../domain/chat/bot-token.ts'
import type { TwitchOauth } from '../../../domain/chat/platforms/twitch/oauth.ts'

export interface TwitchNames {
  /** Returns the last known login of a creator. */
  current(connection: ConnectionRow): string
  /** Asks Twitch for the creator's login and stores it if it has changed; undefined if the user does not exist. */
  lookUp(connection: ConnectionRow): Promise<string | undefined>
}

interface NamesContext {
  db: Db
  log: Logger
  oauth: TwitchOauth
  token: BotToken
}

/** Opens the names of creators' channels. */
export function openTwitchNames({ db, log, oauth, token }: NamesContext): TwitchNames {
  return {
    current: ({ channel }) => channel.replace(/^#/, '').toLowerCase(),
    async lookUp(connection) {
      const user = await oauth.findUserById(await token.get(), connection.platformUserId)
      if (!user) return undefined
      if (user.login !== connection.channel) {
        log.info({ creator: connection.uid }, 'twitch channel renamed')
        await updateConnectionChannel(db, connection, user.login)
      }
      return user.login
    },
  }
}
