import type { Creator } from '../../../../contract/entities.ts'

export const maxSuggestions = 5
const previewBioLength = 220

/** Returns the creators whose display name or username contains the text, ignoring case; none for an empty text. */
export function matchCreators(creators: readonly Creator[], text: string): Creator[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return []
  return creators.filter(
    ({ display_name: name, user_name: userName }) =>
      name.toLowerCase().includes(wanted) || userName.toLowerCase().includes(wanted),
  )
}

/** Returns the creators with a tag, or all creators when the tag is null. */
export function filterByTag(creators: readonly Creator[], tag: string | null): Creator[] {
  return tag ? creators.filter(({ tagNames }) => tagNames.includes(tag)) : [...creators]
}

/** Sorts creators by username, ignoring case. */
export function sortByUserName(creators: readonly Creator[]): Creator[] {
  const folded = creators.map((creator) => ({ creator, key: creator.user_name.toLowerCase() }))
  folded.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
  return folded.map(({ creator }) => creator)
}

/** Cuts a bio to 220 characters and appends three dots when it was longer. */
export function previewBio(bio: string): string {
  const characters = [...bio]
  return characters.length > previewBioLength ? `${characters.slice(0, previewBioLength).join('')}...` : bio
}
