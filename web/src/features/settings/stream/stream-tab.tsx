import { useState } from 'react'
import type { TabProps } from '../tabs.ts'
import { MissedAlertsCard } from './missed-alerts-card.tsx'
import { ObsCard } from './obs-card.tsx'
import { ShowCard } from './show-card.tsx'
import { StreamAlertsCard } from './stream-alerts-card.tsx'

export function StreamTab({ user, profile }: TabProps) {
  const [keyCount, setKeyCount] = useState(0)
  return (
    <div className="flex flex-col gap-6">
      <StreamAlertsCard
        uid={user.uid}
        currency={profile?.currency ?? null}
        keyCount={keyCount}
        onReplaced={() => setKeyCount((count) => count + 1)}
      />
      <ObsCard uid={user.uid} />
      <MissedAlertsCard />
      <ShowCard />
    </div>
  )
}
