/** Finds links in what supporters write, also those that only people recognize: evil dot shop. */
import { parse } from 'tldts'
import { readLookAlikes } from './readings.ts'

/** Replaces each link by `[link]`. A host is a link only with a top-level domain that exists: Mr.Beast is a name. */
export function maskLinks(text: string): string {
  return text
    .replace(certain, '[link]')
    .replace(host, (found: string, name: string, rest = '') => (isHost(name, rest) ? '[link]' : found))
    .replace(bracketed, '[link]')
    .replace(disguised, '[link]')
    .replace(spoken, (found: string, before: string, name: string, word: string, domain: string) =>
      isSpokenLink(before + name, word.toLowerCase(), domain.toLowerCase()) ? `${before}[link]` : found,
    )
    .replace(spaced, (found: string, domain: string) => (isDomain(domain) ? '[link]' : found))
}

/** Every character that a browser accepts as the dot of a host name (https://url.spec.whatwg.org/#idna). */
const dot = String.raw`[.\u2024\u3002\uFE52\uFF0E\uFF61]`
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}])?`
const start = String.raw`(?<![\p{L}\p{M}\p{N}])`
const rest = String.raw`(?::\d+(?!\d))?(?:[/?#]\S*)?`

/** A scheme, or four numbers of an IP address. */
const byte = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`
const certain = new RegExp(
  String.raw`${start}(?:\p{L}[\p{L}\p{N}+.-]{0,20}:\/\/\S+|${byte}(?:\.${byte}){3}(?![\p{N}.])${rest})`,
  'giu',
)
const host = new RegExp(
  String.raw`(?:${start}[\p{L}\p{N}._%+-]{1,64}@)?${start}(${label}(?:${dot}${label})+)(${rest})`,
  'giu',
)
/** "Dot" in the languages of our supporters. */
const dotWord = String.raw`(?:dot|d0t|punkt|punto|ponto|point|точка|kropka|nokta)`
const bracketed = new RegExp(
  String.raw`${start}${label}\s*[[({<]\s*(?:${dotWord}|\.)\s*[\])}>]\s*\p{L}{2,}${rest}`,
  'giu',
)
const spoken = new RegExp(
  String.raw`${start}((?:\p{L}+\s+)?)(${label})\s+(${dotWord})\s+(\p{L}{2,24})(?![\p{L}\p{N}])${rest}`,
  'giu',
)
/** With a space before the dot any of these, after the dot only those that begin no sentence in any language. */
const spaced = new RegExp(
  String.raw`${start}${label}(?:\s+${dot}\s*(?=(?:com|net|org|gg|tv|io|xyz|ru|de|shop|me)(?![\p{L}\p{N}]))|${dot}\s+(?=(?:com|org|xyz|shop)(?![\p{L}\p{N}])))(\p{L}+)${rest}`,
  'gu',
)

/** Hosts that no browser would open and people still read: evil·com, evil_dot_com, e v i l . c o m, www evil com, discord gg/abc. */
const wellKnownDomain = String.raw`(?:com|c0m|net|org|0rg|xyz|shop|gg)(?![\p{L}\p{N}])`
const disguised = new RegExp(
  [
    String.raw`${label}(?:[\u00B7\u2027\u06D4\uA4F8]${wellKnownDomain}|${dot}(?:c0m|0rg|n3t)(?![\p{L}\p{N}]))${rest}`,
    String.raw`[\p{L}\p{N}]+[-_]+(?:dot|d0t|punkt)[-_]+${wellKnownDomain}${rest}`,
    String.raw`(?:(?:\p{L}\s+)*\p{L}|${label})\s*(?:${dot}|[[({<]\s*dot\s*[\])}>])\s*c\s+o\s+m(?![\p{L}\p{N}])`,
    String.raw`www\s+[\p{L}\p{N}-]+\s+${wellKnownDomain}`,
    String.raw`discord\s+gg\s*\/\s*\S+`,
  ]
    .map((pattern) => start + pattern)
    .join('|'),
  'giu',
)

/** Domains that are written as the names of persons and products. */
const names = new Set([
  'will.i.am',
  'asp.net',
  'vb.net',
  'socket.io',
  'draw.io',
  'agar.io',
  'slither.io',
  'readme.md',
])
const title = /^(?:mrs?|ms|dr|st|prof|sgt|lt|capt|sir|jr|sr)$/i

function isHost(name: string, rest: string): boolean {
  const labels = name.split(new RegExp(dot))
  if (!isDomain(labels.at(-1)!)) return false
  if (rest !== '' || labels[0]!.toLowerCase() === 'www') return true
  if (names.has(name.toLowerCase())) return false
  // Initials and titles: D.Va, Dr.No.
  return labels.at(-2)!.length > 1 && !(labels.length === 2 && title.test(labels[0]!))
}

/** After the word for a dot in another language, where other domains are words too: mon point de vue. */
const wellKnown = new Set(['com', 'net', 'org', 'info', 'biz', 'gg', 'tv', 'io', 'xyz', 'shop', 'ru'])
/** Top-level domains that are words of everyday speech after "dot": connect every dot to win. */
const everydayWords = new Set(
  'am as at be by de do in is it la me my no so to us an art date day fun game games green here how life like live love now one pink red shoes show son team then will you'.split(
    ' ',
  ),
)
/** Words before "dot" that make it the dot on something: a polka dot dress. */
const beforeDots =
  /(?:^|\s)(?:an?|the|one|each|every|this|that|my|your|his|her|its|polka|micro|red|green|blue|black|white|laser|am|zum|vom|der|den|dem|ein|einen|un|el|le|al|il|du|ce|no|na|o|um|au)$/iu

function isSpokenLink(before: string, dotWord: string, domain: string): boolean {
  if (beforeDots.test(before)) return false
  if (dotWord === 'dot' || dotWord === 'd0t') return !everydayWords.has(domain) && isDomain(domain)
  return wellKnown.has(domain) || (dotWord === 'punkt' && domain === 'de')
}

/** Returns whether a top-level domain exists (https://publicsuffix.org, as in the package `tldts`), also in look-alike letters. */
function isDomain(name: string): boolean {
  if (name.length < 2) return false
  const lookAlike = /[^\u0000-\u007f]/.test(name) ? [...name].map(readLookAlikes).join('') : name
  return [name.toLowerCase(), lookAlike].some((domain) => parse(`a.${domain}`).isIcann === true)
}
