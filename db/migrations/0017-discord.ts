/** Discord as the third chat platform. Its connection is a webhook, whose token is sealed like an access token. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  alter table delivery
    drop constraint delivery_destination_check,
    add constraint delivery_destination_check check
      (destination in ('alerts', 'chat-twitch', 'chat-youtube', 'chat-discord', 'notifications', 'mail'));
  alter table platform_connection
    drop constraint platform_connection_platform_check,
    add constraint platform_connection_platform_check check (platform in ('twitch', 'youtube', 'discord'));
  alter table chatbot_settings
    drop constraint chatbot_settings_platform_check,
    add constraint chatbot_settings_platform_check check (platform in ('twitch', 'youtube', 'discord'));
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
