/** Finds links in the texts of supporters, also disguised ones that only people recognise: evil dot shop. */
import { parse } from 'tldts'
import { isMissingSpace } from './missing-space.ts'
import { readLookAlikes } from './readings.ts'

/**
 * Replaces each link by `[link]`. A host counts as a link only if its top-level domain exists, so Mr.Beast stays a name, and if it is not a
 * missing space: Great stream.it was fun.
 */
export function maskLinks(text: string): string {
  return text
    .replace(certain, '[link]')
    .replace(host, (found: string, name: string, rest: string | undefined, at: number, whole: string) =>
      isHost(name, rest) && !isSentence(found, at, whole) ? '[link]' : found,
    )
    .replace(bracketed, '[link]')
    .replace(disguised, '[link]')
    .replace(spoken, (found: string, before: string, name: string, word: string, domain: string) =>
      isSpokenLink(before + name, word.toLowerCase(), domain.toLowerCase()) ? `${before}[link]` : found,
    )
    .replace(spaced, (found: string, domain: string, at: number, whole: string) =>
      isDomain(domain) && !isSentence(found, at, whole) ? '[link]' : found,
    )
}

/** Returns whether each dot of what looks like a host is a full stop with a missing or misplaced space: stream.it was, no.no.no */
function isSentence(found: string, at: number, whole: string): boolean {
  const [label = '', ...domains] = found.split(/\s*\.\s*/)
  const isFullStop = (domain: string, i: number) =>
    isMissingSpace({
      label: domains[i - 1] ?? label,
      domain,
      before: whole.slice(0, at),
      after: i < domains.length - 1 ? ' x' : whole.slice(at + found.length),
    })
  return domains.length > 0 && domains.every(isFullStop)
}

/** Matches every character that a browser accepts as the dot of a host name (https://url.spec.whatwg.org/#idna). */
const dot = String.raw`[.\u2024\u3002\uFE52\uFF0E\uFF61]`
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}])?`
const start = String.raw`(?<![\p{L}\p{M}\p{N}])`
const rest = String.raw`(?::\d+(?!\d))?(?:[/?#]\S*)?`

/** A number of an IP address. `certain` matches links that need no further check: those with a scheme, and IP addresses. */
const byte = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`
const certain = new RegExp(
  String.raw`${start}(?:\p{L}[\p{L}\p{N}+.-]{0,20}:\/\/\S+|${byte}(?:\.${byte}){3}(?![\p{N}.])${rest})`,
  'giu',
)
const host = new RegExp(
  String.raw`(?:${start}[\p{L}\p{N}._%+-]{1,64}@)?${start}(${label}(?:${dot}${label})+)(${rest})`,
  'giu',
)
/** The word for "dot" in the languages of our supporters. */
const dotWord = String.raw`(?:dot|d0t|punkt|punto|ponto|point|точка|kropka|nokta)`
const bracketed = new RegExp(
  String.raw`${start}${label}\s*[[({<]\s*(?:${dotWord}|\.)\s*[\])}>]\s*\p{L}{2,}${rest}`,
  'giu',
)
const spoken = new RegExp(
  String.raw`${start}((?:\p{L}+\s+)?)(${label})\s+(${dotWord})\s+(\p{L}{2,24})(?![\p{L}\p{N}])${rest}`,
  'giu',
)
/**
 * Matches hosts with a space beside the dot. With a space before the dot, each of these top-level domains counts. With a space only
 * after the dot, only those count that begin no sentence in any language.
 */
const spaced = new RegExp(
  String.raw`${start}${label}(?:\s+${dot}\s*(?=(?:com|net|org|gg|tv|io|xyz|ru|de|shop|me)(?![\p{L}\p{N}]))|${dot}\s+(?=(?:com|org|xyz|shop)(?![\p{L}\p{N}])))(\p{L}+)${rest}`,
  'gu',
)

/**
 * Top-level domains of disguised hosts, which no browser would open but people can read: evil·com, evil_dot_com, e v i l . c o m,
 * www evil com, discord gg/abc.
 */
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

/** Names of people and products that look like hosts. */
const names = new Set(['will.i.am', 'asp.net', 'vb.net', 'socket.io', 'draw.io', 'agar.io', 'slither.io'])
const title = /^(?:mrs?|ms|dr|st|prof|sgt|lt|capt|sir|jr|sr)$/i

function isHost(name: string, rest = ''): boolean {
  const labels = name.split(new RegExp(dot))
  if (!isDomain(labels.at(-1)!)) return false
  if (rest !== '' || labels[0]!.toLowerCase() === 'www') return true
  if (names.has(name.toLowerCase())) return false
  // Initials and titles are not hosts: D.Va, Dr.No.
  return labels.at(-2)!.length > 1 && !(labels.length === 2 && title.test(labels[0]!))
}

/**
 * The only top-level domains that count after the word for "dot" in another language, where other domains are also words: mon point
 * de vue.
 */
const wellKnown = new Set(['com', 'net', 'org', 'info', 'biz', 'gg', 'tv', 'io', 'xyz', 'shop', 'ru'])
/** Top-level domains that do not count after "dot", because they are also words of everyday speech: connect every dot to win. */
const everydayWords = new Set(
  'am as at be by de do in is it la me my no so to us an art date day fun game games green here how life like live love now one pink red shoes show son team then will you'.split(
    ' ',
  ),
)
/** Matches words that make a "dot" after them a real dot and not part of a host: a polka dot dress. */
const beforeDots =
  /(?:^|\s)(?:an?|the|one|each|every|this|that|my|your|his|her|its|polka|micro|red|green|blue|black|white|laser|am|zum|vom|der|den|dem|ein|einen|un|el|le|al|il|du|ce|no|na|o|um|au)$/iu

function isSpokenLink(before: string, dotWord: string, domain: string): boolean {
  if (beforeDots.test(before)) return false
  if (dotWord === 'dot' || dotWord === 'd0t') return !everydayWords.has(domain) && isDomain(domain)
  return wellKnown.has(domain) || (dotWord === 'punkt' && domain === 'de')
}

/**
 * Returns whether a top-level domain exists, also if it is written in look-alike letters. The package `tldts` contains the list of
 * https://publicsuffix.org.
 */
function isDomain(name: string): boolean {
  if (name.length < 2) return false
  const lookAlike = /[^\u0000-\u007f]/.test(name) ? [...name].map(readLookAlikes).join('') : name
  return [name.toLowerCase(), lookAlike].some((domain) => parse(`a.${domain}`).isIcann === true)
}
