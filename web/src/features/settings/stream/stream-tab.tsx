import { useState } from 'react'
import { StyleCard } from '../styles/style-card.tsx'
import type { TabProps } from '../tabs.ts'
import { WidgetsCard } from '../widgets/widgets-card.tsx'
import { AlertSoundCard } from './alert-sound-card.tsx'
import { MissedAlertsCard } from './missed-alerts-card.tsx'
import { ObsCard } from './obs-card.tsx'
import { SpeechCard } from './speech-card.tsx'
import { StreamAlertsCard } from './stream-alerts-card.tsx'

export function StreamTab({ user, profile }: TabProps) {
  const [keyCount, setKeyCount] = useState(0)
  const creator = { uid: user.uid, currency: profile?.currency ?? null }
  return (
    <div className="flex flex-col gap-6">
      <StreamAlertsCard
        {...creator}
        keyCount={keyCount}
        onReplaced={() => setKeyCount((count) => count + 1)}
      />
      <StyleCard currency={creator.currency} />
      <AlertSoundCard />
      <SpeechCard currency={creator.currency} />
      <ObsCard uid={user.uid} />
      <MissedAlertsCard />
      <WidgetsCard {...creator} userName={user.brimfulUserName} keyCount={keyCount} />
    </div>
  )
}
