/** Discord's channels, the webhooks that lead into them, and what was written there. */
import type { ChatLine } from '../chat-page.ts'
import { makeDigits, makeSecret } from '../secrets.ts'
import type { State } from '../state.ts'

export interface Webhook {
  id: string
  token: string
  name: string
  channelId: string
  guildId: string
  /** As people call it; the pages are found by it. */
  channel: string
}

export interface Guild {
  webhooks: Record<string, Webhook>
  said: Record<string, ChatLine[]>
  save(): void
}

export interface Written {
  id: string
  content: string
  flags: number
  at: string
}

/** What a channel is called. */
export const channelPattern = /^[a-z0-9_-]{1,100}$/
const linesKept = 300

/** Opens the webhooks that were left. */
export function openGuild(state: State): Guild {
  return {
    webhooks: state.collection('discord.webhooks'),
    said: state.collection('discord.said'),
    save: state.save,
  }
}

/** A new webhook into a channel; the channel is made when it is new. */
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
  guild.said[channel] ??= []
  guild.save()
  return webhook
}

/** Somebody removes a channel's webhooks in Discord's settings; says how many they were. */
export function deleteWebhooks(guild: Guild, channel: string): number {
  const gone = Object.values(guild.webhooks).filter((webhook) => webhook.channel === channel)
  for (const { id } of gone) delete guild.webhooks[id]
  guild.save()
  return gone.length
}

/** Writes into a webhook's channel in its name. */
export function write(guild: Guild, { channel, name }: Webhook, content: string, flags: number): Written {
  const at = new Date().toISOString()
  const said = (guild.said[channel] ??= [])
  said.push({ at, user: name, text: content })
  if (said.length > linesKept) said.splice(0, said.length - linesKept)
  guild.save()
  return { id: makeDigits(19), content, flags, at }
}
