/** Recognises names that claim the authority of somebody else. */
import { chatPlatform, isEverydayWord } from '../../contract/chat/platforms.ts'
import { memoize } from '../../contract/memoize.ts'
import { readLookAlikes, readPlainly } from './readings.ts'
import type { Reader } from './readings.ts'

/** The chat platforms by name: those that nothing else is called, and all of them. */
const plainPlatforms = chatPlatform.options.filter((name) => !isEverydayWord(name)).join(' ')
const allPlatforms = chatPlatform.options.join(' ')

/** Words for roles in a chat and for the platforms' staff, and the names of the platforms. */
const roleWords = `
  ${plainPlatforms}
  mod mods moder moderation moderator moderators moderatoren moderatorin moderador moderadora moderadores modérateur modératrice
  moderatore moderatrice admin admins administrator administrateur administrador amministratore staff support soporte suporte
  assistenza system bot broadcaster streamer owner verified verifiziert vérifié verificado verificato official offiziell oficial officiel ufficiale paypal stripe
  мод модер модератор админ администратор поддержка официальный официально 管理员 管理者 版主 官方 客服 運営 运营 モデレーター 公式
  관리자 운영자 공식 مشرف رسمي الدعم الإدارة מנהל תמיכה רשמי yönetici destek ผู้ดูแล`
/** Our own name, and the names of bots that many channels have. They also count as part of a longer word. */
const properNames = `
  brimful nightbot streamelements streamlabs moobot fossabot wizebot botisimo serybot pokemoncommunitygame soundalerts`
/** A name that joins one of `platforms` with one of `offices` claims authority, also without a space: TwitchSupport. */
const platforms = `${allPlatforms} paypal stripe stream mod admin`
const offices = 'team staff support help helpdesk security service services mod mods admin bot official hq'
/** Words that may surround the creator's own name in a name that claims to be the creator: the real Mira, MiraTV. */
const additions = `
  the real its it iam im official officiel oficial offiziell owner channel tv ttv yt live stream streams streamer host team hq
  echt echte echter der die das`

const roles = new Set(toWords(roleWords))
const proper = toWords(properNames)
const compounds = new RegExp(`^(?:${oneOf(platforms)})(?:${oneOf(offices)}){1,3}$`, 'u')
const added = `(?:${oneOf(additions)}|x){0,4}`

/** Signs that look like the badge of a verified account: ✓ ✔ ✅ ☑ 🗸 🗹. */
const badges = /[\u2713\u2714\u2705\u2611\u{1F5F8}\u{1F5F9}]/u

const matchesNothing = /(?!)/

/** The two ways to read a name, each with what matches a creator's own name among the words that may surround it. */
const readings = [readPlainly, readLookAlikes].map((reader) => ({
  reader,
  /** Keeps the patterns of 500 names. */
  patternOf: memoize((own) => {
    const bare = toBareName(read(own, reader))
    return bare === '' ? matchesNothing : new RegExp(`^${added}${bare}${added}\\p{N}*$`, 'u')
  }, 500),
}))

/** Returns whether a name could be read as that of the creator, of our site, of a bot, or of somebody with a role. */
export function claimsAuthority(name: string, ownNames: readonly string[]): boolean {
  if (badges.test(name)) return true
  return readings.some(({ reader, patternOf }) => {
    // A capital letter may separate words as well: TwitchSupport.
    const apart = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    const words = [name, apart].flatMap((text) => wordsOf(read(text, reader)))
    const bare = toBareName(read(name, reader))
    return (
      [...words, bare].some((word) => roles.has(word) || roles.has(word.replace(/\p{N}+$/u, ''))) ||
      words.some((word) => compounds.test(word)) ||
      compounds.test(bare) ||
      proper.some((one) => bare.includes(one)) ||
      ownNames.some((own) => patternOf(own).test(bare))
    )
  })
}

/** Reads a text so that letters and pairs of letters that look alike become the same: I and l, rn and m, vv and w. */
function read(text: string, reader: Reader): string {
  return [...text.replace(/[™®©℠]/gu, '')]
    .map(reader)
    .join('')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/[i|]/g, 'l')
}

function toWords(list: string): string[] {
  return wordsOf(read(list, readPlainly))
}

function oneOf(list: string): string {
  return toWords(list).join('|')
}

function wordsOf(reading: string): string[] {
  return reading.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
}

/** Reduces a name to its letters and digits, for comparison. */
function toBareName(reading: string): string {
  return reading.replace(/[^\p{L}\p{N}]/gu, '')
}
