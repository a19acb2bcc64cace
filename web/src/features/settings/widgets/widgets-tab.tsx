import type { TabProps } from '../tabs.ts'
import { WidgetsCard } from './widgets-card.tsx'

export function WidgetsTab({ user, profile }: TabProps) {
  return <WidgetsCard uid={user.uid} userName={user.brimfulUserName} currency={profile?.currency ?? null} />
}
