/** Names that no account may take: every first path segment of the site, current and planned. */
const reserved = new Set(
  `about account accounts admin api api-reference app assets auth authentication billing blog careers chat contact
   control-panel cookieyes-generated-policy creator creators dashboard docs donate download explore faq faqs featured featured-creators
   feed fund goal goals health help home integrations join jobs legal live login logout maintenance me media messages
   livez metrics mobile notification notifications null oauth official openapi overlay overlays pages payment payments readyz
   paypal press pricing privacy privacy-policy profile profile-setting payment-setting stream-setting
   notifications-setting chatbot-setting import-setting tools-setting receipt receipts root search security settings share shop signin signup
   site sitemap static status store stream streamalerts stripe support system team terms terms-of-service tip tips
   twitch undefined uploads user users v1 webhook webhooks widget widgets www youtube brimful anonymous`.split(
    /\s+/,
  ),
)

/** Returns whether a lower-case name is reserved, or consists of words that the site or its staff would use for themselves. */
export function isReservedName(name: string): boolean {
  return reserved.has(name) || speaksForSite(name)
}

/** Our own name and the words for those who act for a site. Only names with at least one of them speak for the site. */
const staffWords = `brimful support staff admin admins administration administrator official helpdesk moderation security`
/** Words that such a name may have besides. A name with any other word, such as `admins_cat`, is somebody's own. */
const fillerWords = `the real its team help desk service services customer care account accounts billing payment payments payout payouts
  refund refunds safety trust verify verified verification hq info news contact bot mod mods live tips com app by for at from of
  your our my`

/** Letters for characters that look like them; i, l and 1 become one. */
const digitLetters: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', i: 'l' }

const staffPattern = new RegExp(toPattern(staffWords))
const wholeStaffPattern = new RegExp(`^(?:${toPattern(`${staffWords} ${fillerWords}`)})+$`)

/** Returns whether a name consists only of those words, also with digits that look like letters, and digits behind it. */
export function speaksForSite(name: string): boolean {
  return [name, name.replace(/\d+$/, '')].some((text) => {
    const bare = readAlike(text).replace(/[^\p{L}\p{N}]/gu, '')
    return staffPattern.test(bare) && wholeStaffPattern.test(bare)
  })
}

/** Reads a text in lower case so that letters and digits that look alike are the same. */
export function readAlike(text: string): string {
  return text
    .toLowerCase()
    .replace(/[013457i]/g, (character) => digitLetters[character]!)
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
}

function toPattern(words: string): string {
  return words.trim().split(/\s+/).map(readAlike).join('|')
}

const namePattern = /^[a-z0-9_]{3,30}$/

/** Returns why no account can have a lower-case name; null if one can. */
export function findNameProblem(name: string): 'invalid' | 'reserved' | null {
  if (!namePattern.test(name)) return 'invalid'
  return isReservedName(name) ? 'reserved' : null
}

/** Suggests valid names similar to the wanted one, most similar first. Some of them may be taken. */
export function suggestNames(wish: string, random: () => number = Math.random): string[] {
  const plain = wish.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const stem = plain
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 24)
    .replace(/_+$/, '')
  const name = stem.length >= 3 ? stem : `${stem || 'user'}_tips`
  const digits = () => String(Math.floor(10 + random() * 9990))
  const likely = [name, `${name}_live`, `its_${name}`, `${name}_tv`, `${name}_hq`]
  const numbered = Array.from({ length: 6 }, () => `${name}${digits()}`)
  return [...new Set([...likely, ...numbered])].filter((candidate) => findNameProblem(candidate) === null)
}
