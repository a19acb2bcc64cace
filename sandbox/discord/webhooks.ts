/** Stores Discord's webhooks, their channels, and the messages posted there. */
import { addChatLine, type ChatLine } from '../chat-page.ts'
import { makeDigits, makeSecret } from '../secrets.ts'
import type { State } from '../state.ts'

export interface Webhook {
  id: string
  token: string
  name: string
  channelId: string
  guildId: string
  /** The channel's name, as in the address of its page. */
  channel: string
}

export type Guild = ReturnType<typeof openGuild>

export interface Message {
  id: string
  content: string
  flags: number
  at: string
}

/** The format of a channel's name. */
export const channelPattern = /^[a-z0-9_-]{1,100}$/

/** Opens the stored webhooks. */
export function openGuild(state: State) {
  return {
    webhooks: state.collection<Webhook>('discord.webhooks'),
    messages: state.collection<ChatLine[]>('discord.said'),
    save: state.save,
  }
}

/** Creates a webhook, and its channel if there is none yet. */
export function makeWebhook(guild: Guild, channel: string, name: string): Webhook {
  const known = Object.values(guild.webhooks).find((other) => other.channel === channel)
  const webhook: Webhook = {
    id: makeDigits(19),
    token: makeSecret(51),
    name,
    channelId: known?.channelId ?? makeDigits(19),
    guildId: known?.guildId ?? makeDigits(19),
    channel,
  }
  guild.webhooks[webhook.id] = webhook
  guild.messages[channel] ??= []
  guild.save()
  return webhook
}

/** Deletes a channel's webhooks, as a user can in Discord's settings, and returns their number. */
export function deleteWebhooks(guild: Guild, channel: string): number {
  const gone = Object.values(guild.webhooks).filter((webhook) => webhook.channel === channel)
  for (const { id } of gone) delete guild.webhooks[id]
  guild.save()
  return gone.length
}

/** Posts a message into a webhook's channel under the webhook's name. */
export function post(guild: Guild, { channel, name }: Webhook, content: string, flags: number): Message {
  const at = new Date().toISOString()
  addChatLine(guild.messages, channel, { at, user: name, text: content })
  guild.save()
  return { id: makeDigits(19), content, flags, at }
}
