/**
 * Tells a missing space after a full stop ("Great stream.it was fun") and the name of a file (main.rs) from a link (docs/censor.md).
 * linkify-it excludes whole top-level domains for the sake of `readme.md` and `node.js`
 * (https://github.com/markdown-it/linkify-it/issues/123, https://github.com/markdown-it/linkify-it/issues/12). Here the words around
 * the host decide, because a text that somebody paid for must neither lose a word nor advertise.
 */

/** A host of two labels without scheme, www, port or path, and the text around it. */
export interface BareHost {
  label: string
  domain: string
  before: string
  after: string
}

/** Returns whether a bare host is what two sentences look like without the space between them, or the name of a file. */
export function isMissingSpace({ label, domain, before, after }: BareHost): boolean {
  if (advertising.test(before + label + after) || inviting.test(before)) return false
  const end = domain.toLowerCase()
  if (fileEndings.has(end)) return true
  if (!/^(?:\p{Script=Latin}+|\d+)$/u.test(label)) return false
  const isCapital = /^\p{Lu}\p{Ll}/u.test(domain)
  if (!everydayWords.has(end) && !(isCapital && end.length > 2 && !domainsOfSites.has(end))) return false
  if (!isCapital && pointsTo(label, before)) return false
  const isFirst = before.trim() === '' && end.length > 2 && !isCapital
  if ((isFirst || objects.has(end)) && verb.test(after)) return false
  return continues.test(after) || (exclamations.has(end) && /\p{L}/u.test(before))
}

/** Returns whether a text before a label leads to an address, rather than to a place, a person or an ordinary word. */
function pointsTo(label: string, before: string): boolean {
  if (origin.test(before) && /^\p{Lu}\p{Ll}/u.test(label)) return false
  return pointing.test(before) && !afterPointing.has(label.toLowerCase())
}

const setOf = (words: string) => new Set(words.trim().split(/\s+/))

/** Top-level domains that are also words of English, German, Spanish or French speech. */
const everydayWords = setOf(`
  it is so to me my no do be at as by in am us how here now one love like best fun game games team you life live art day date pink red
  blue green shoes show music coffee pizza cat dog cool wow lol new next open play search fast final hot safe fail run post map
  name call work works world today beer wine dad mom men baby band book camera photos song star sky read watch rest pub boo om
  es im ist man bar auto jetzt haus reise schule gut da uno
  la se de si va mi casa moda viajes soy te el
  il ne ma au et ca ni re bio ski cafe science restaurant ve vi sa ci ça
  paris london madrid barcelona berlin hamburg wien koeln boston tokyo
`)
/** Endings of files that people name in a chat, and top-level domains as well. */
const fileEndings = setOf('md rs py sh mov zip ps')
/** Top-level domains that count also with a capital: those of most sites, and those that advertising uses most. */
const domainsOfSites = setOf(`
  com net org info biz xyz shop store online site website web club app link click icu vip dev page blog space tech pro bet poker casino
  cam porn sex sexy adult xxx dating win bid loan download stream tube chat cash money market sale deals buy best host cloud email
`)
/** Words that may end a text behind a missing space: so good.lol */
const exclamations = setOf('lol wow love cool')

/** Matches a text that goes on, as the second of two sentences does. */
const continues = /^(?:['’]\p{L}|[,;:!?…)]*\s+["“„'(¿¡]?[\p{L}\p{N}])/u

/** Words that cannot be the subject of a verb, so a verb after them has the host as its subject: x.de has everything. */
const objects = setOf('de la me am im at to us my as au ma by do be')
const verb = /^\s+(?:is|has|gives|offers|pays|ist|hat|gibt|zahlt|est|offre|paie|es|tiene|paga)(?!\p{L})/iu

/** Matches the end of a text that leads to an address, whatever follows: visit, check out, go to, klick auf. */
const inviting = new RegExp(
  String.raw`(?<!\p{L})(?:visit(?:a|e|en|ez)?|besuch(?:e|t|en)?|check(?:\s+out)?|(?:go|come|head|went|over)\s+to|join|subscribe\s+to|via|buy\s+now|(?:click|klick|clic|cliquez)(?:\s+(?:on|auf|en|sur))?|geht?\s+auf|entra(?:d|n)?\s+(?:en|a)|ve\s+a|(?:va|allez)\s+sur)\s+$`,
  'iu',
)
/** Matches the end of a text that leads to an address or to an ordinary word: at evil.it, at home.it was fun. */
const pointing =
  /(?<!\p{L})(?:at|from|on|auf|bei|von|über|en|con|desde|por|sur|chez|avec|par|(?:site|web|website|webseite|seite|page|página)\s+(?:is|ist|es|est))\s+$/iu
const origin = /(?<!\p{L})(?:from|von|desde|de)\s+$/iu
const afterPointing = setOf(`
  home work school bed stream chat twitch youtube time top last all me you us him her them it this that
  hause arbeit schule zeit dir euch mir uns dich mich morgen heute
  casa trabajo directo vivo serio verdad ti favor fin todos
  maison moi toi vous nous live scène route retard forme france tous
`)

/** Matches the words of advertising. In a text with them, a host is never a missing space. */
const advertising = new RegExp(
  String.raw`(?<!\p{L})(?:free\s+(?:bits|nitro|subs?|skins?|coins?|crypto|gifts?|gold|money|viewers?|follow(?:er)?s?|download)|gratis|gratuite?s?|gratuitement|kostenlos(?:e[nrs]?)?|cheap|billige?[nrs]?|barat[oa]s?|pas\s+ch[eè]re?s?|nitro|viewers?|seguidores|bits|nudes?|casino|cr[iy]pto|krypto|promo|download|descarga|t[ée]l[ée]chargez|followers?)(?!\p{L})`,
  'iu',
)
