/** Names that claim somebody else's authority. */
import { readLookAlikes, readPlainly } from './readings.ts'

/** Roles in a chat, the names of the platforms, and bots that many channels have. */
const roles =
  /(?<![\p{L}\p{N}])(?:mods?|moderator(?:en|in|s)?|moderador[ae]?s?|modérateur|admins?|administrator|staff|support|system|bot|official|offiziell|oficial|twitch|youtube|discord|paypal|stripe|nightbot|streamelements|streamlabs|moobot|fossabot|wizebot|botisimo|sery_?bot|pokemoncommunitygame|soundalerts|модератор|админ|администратор|поддержка|管理员|管理者|版主|관리자|مشرف|מנהל)(?![\p{L}\p{N}])/iu
const siteName = /brimful/

/** Returns whether a name could be read as that of the creator, of our site, of a bot, or of somebody with a role. */
export function claimsAuthority(name: string, ownNames: readonly string[]): boolean {
  const readings = [readPlainly, readLookAlikes].map((reader) => [...name].map(reader).join(''))
  if (readings.some((reading) => roles.test(reading) || siteName.test(toBareName(reading)))) return true
  return readings.some((reading, i) =>
    ownNames.some((own) => {
      const reader = i === 0 ? readPlainly : readLookAlikes
      const ownBare = toBareName([...own].map(reader).join(''))
      return ownBare !== '' && ownBare === toBareName(reading)
    }),
  )
}

/** Reduces a name to its letters and digits, for comparison. */
function toBareName(reading: string): string {
  return reading.replace(/[^\p{L}\p{N}]/gu, '')
}
