import { BlockedSupportersCard } from './blocked-supporters-card.tsx'
import { BlockedWordsCard } from './blocked-words-card.tsx'

/** The lists of what a creator does not want to read, and whom they take no tips from. */
export function ModerationTab() {
  return (
    <div className="grid grid-cols-1 items-start gap-4">
      <BlockedWordsCard />
      <BlockedSupportersCard />
    </div>
  )
}
