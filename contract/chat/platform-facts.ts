/** What the whole product has to know about a chat platform. Each platform has a file of these facts beside this one. */

export interface PlatformFacts {
  /** The platform's own name, as texts show it. */
  name: string
  /** How a creator connects a chat: on the platform's consent page, or by the address of a webhook. */
  connects: 'consent' | 'webhook'
  /** Who posts: one account of the operator for all creators, or each creator's own grant or webhook. */
  posts: 'as our bot' | 'with own grant'
  /** The maximum length of a message in UTF-16 units. A text has at least as many of them as code points. */
  maxLength: number
  /** Whether the name is also an everyday word, so that a supporter's name may contain it. */
  isEverydayWord?: true
}
