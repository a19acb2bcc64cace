import type { TabProps } from '../tabs.ts'
import { StyleCard } from '../styles/style-card.tsx'
import { AlertSoundCard } from './alert-sound-card.tsx'
import { SpeechCard } from './speech-card.tsx'

/** How alerts look and sound. */
export function LookTab({ profile }: TabProps) {
  const currency = profile?.currency ?? null
  return (
    <div className="flex flex-col gap-6">
      <StyleCard currency={currency} />
      <AlertSoundCard />
      <SpeechCard currency={currency} />
    </div>
  )
}
