/** What a posted link to one of our pages shows. */
import type { Locale } from '../../contract/locale.ts'

export interface PageCard {
  /** The language of title, description and picture. */
  locale: Locale
  title: string
  description: string
  /** The canonical path of a page that can be linked to; never the path that a browser requested. */
  path?: string | undefined
  kind: 'website' | 'profile'
  /** The creator that the page is about: the name in addresses, and the address of the cover picture. */
  creator?: { userName: string; coverImage: string | null }
  /** The path of its picture, 1,200 by 630; undefined where there is none. */
  image?: string
}
