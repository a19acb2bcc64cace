/** The card of a page: the title, text and picture that a shared link to the page shows. */
import type { Locale } from '../../contract/locale.ts'

export interface PageCard {
  /** The language of title, description and picture. */
  locale: Locale
  title: string
  description: string
  /** The canonical path of a page that can be shared; never the path that a browser requested. */
  path?: string | undefined
  kind: 'website' | 'profile'
  /** The creator of the page: the name in URLs, and the URL of the cover picture. */
  creator?: { userName: string; coverImage: string | null }
  /** Set if there is no page at the path: the address is unknown, or it names no creator or no public goal. */
  isMissing?: true
  /** The path of the preview picture, 1,200 by 630 pixels; undefined if the page has none. */
  image?: string
}
