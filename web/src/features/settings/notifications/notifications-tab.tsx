import { isCreator } from '../../../lib/accounts/session.ts'
import type { TabProps } from '../tabs.ts'
import { NotificationsCard } from './notifications-card.tsx'
import { PushCard } from './push-card.tsx'

export function NotificationsTab({ user, profile }: TabProps) {
  return (
    <div className="grid gap-6">
      <NotificationsCard profile={profile} />
      {isCreator(user) && <PushCard />}
    </div>
  )
}
