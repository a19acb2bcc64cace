/** Names that are taken by the site itself: every first path segment, today's and planned. */
const reserved = new Set(
  `about account accounts admin api app assets auth authentication billing blog careers chat contact
   cookieyes-generated-policy creator creators dashboard docs donate download explore faq faqs featured featured-creators
   feed fund goal goals health help home integrations join jobs legal live login logout maintenance me media messages
   metrics mobile notification notifications null oauth official openapi overlay overlays pages payment payments
   paypal press pricing privacy privacy-policy profile profile-setting payment-setting stream-setting
   notifications-setting chatbot-setting receipt receipts root search security settings share shop signin signup
   site sitemap static status store stream streamalerts stripe support system team terms terms-of-service tip tips
   twitch undefined uploads user users v1 webhook webhooks widget widgets www youtube brimful anonymous`.split(
    /\s+/,
  ),
)

/** Whether a (folded) name may not be claimed. */
export function isReservedName(name: string): boolean {
  return reserved.has(name)
}
