import { m } from '../../../../i18n/compiled/messages.js'
import { readSolo } from './site-document.ts'

/** Returns the link for visitors who have no page to go back to: Explore, or in solo mode the creator's page. */
export function browseLink(): { to: string; label: string } {
  const solo = readSolo()
  return solo ? { to: '/', label: m.solo_home() } : { to: '/explore', label: m.not_found_explore() }
}
