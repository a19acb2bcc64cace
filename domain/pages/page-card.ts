/** What a link to one of our pages shows where somebody posts it. */
import type { Locale } from '../../contract/locale.ts'

export interface PageCard {
  /** What title, description and picture are written in. */
  locale: Locale
  title: string
  description: string
  /** The page's one address below the site's, of a page that anybody may link to; never what a browser asked for. */
  path?: string | undefined
  kind: 'website' | 'profile'
  /** Whom the page is about: its name in addresses, and the address of the picture at its head. */
  creator?: { userName: string; coverImage: string | null }
  /** The address of its picture below the site's, 1,200 by 630; absent where there is none. */
  image?: string
}
