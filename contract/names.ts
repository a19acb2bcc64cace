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

/** Returns whether a lower-case name is reserved. */
export function isReservedName(name: string): boolean {
  return reserved.has(name)
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
