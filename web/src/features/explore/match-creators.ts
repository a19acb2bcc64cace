import type { Creator } from '../../../../contract/entities.ts'

export const maxSuggestions = 5
export const previewBioLength = 220

/** Creators whose display name or username holds the text, whatever the case; none for an empty text. */
export function matchCreators(creators: readonly Creator[], text: string): Creator[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return []
  return creators.filter(
    ({ display_name: name, user_name: userName }) =>
      name.toLowerCase().includes(wanted) || userName.toLowerCase().includes(wanted),
  )
}

/** Creators who wear a tag; everybody when there is none. */
export function filterByTag(creators: readonly Creator[], tag: string | null): Creator[] {
  return tag ? creators.filter(({ tagNames }) => tagNames.includes(tag)) : [...creators]
}

/** Sorted by username, whatever the case. */
export function sortByUserName(creators: readonly Creator[]): Creator[] {
  const folded = creators.map((creator) => ({ creator, key: creator.user_name.toLowerCase() }))
  folded.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
  return folded.map(({ creator }) => creator)
}

/** The beginning of a biography: 220 characters, then three dots. */
export function previewBio(bio: string): string {
  const characters = [...bio]
  return characters.length > previewBioLength ? `${characters.slice(0, previewBioLength).join('')}...` : bio
}
