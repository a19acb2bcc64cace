/** How much of the platforms' limits the bots have left, for the metrics. */
import type { Db } from '../../db/connection.ts'
import type { Config } from '../../domain/config.ts'
import { openTwitchLimits } from './twitch-limits.ts'
import { openYoutubeQuota } from './youtube-quota.ts'

/**
 * Returns the part of each configured bot's limit that is left, from 0 to 1: at Twitch of the messages that it may send where it is
 * not a moderator, at YouTube of the day's units.
 */
export async function readBotBudgets(
  db: Db,
  { twitch, youtube }: Pick<Config, 'twitch' | 'youtube'>,
): Promise<{ platform: 'twitch' | 'youtube'; ratio: number }[]> {
  const [lines, units] = await Promise.all([
    twitch && openTwitchLimits(db, twitch).readRatioLeft(),
    youtube && openYoutubeQuota(db, youtube).read(),
  ])
  return [
    ...(lines === undefined ? [] : [{ platform: 'twitch' as const, ratio: lines }]),
    ...(units ? [{ platform: 'youtube' as const, ratio: 1 - units.units / units.budget }] : []),
  ]
}
