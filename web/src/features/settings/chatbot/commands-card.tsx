import { useState } from 'react'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useSiteUrl } from '../../../lib/pages/site-settings.ts'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

const bots = ['nightbot', 'streamelements', 'fossabot', 'streamerbot'] as const
type Bot = (typeof bots)[number]

const tabs = [
  { value: 'nightbot', label: 'Nightbot' },
  { value: 'streamelements', label: 'StreamElements' },
  { value: 'fossabot', label: 'Fossabot' },
  { value: 'streamerbot', label: 'Streamer.bot' },
] as const

/** What each bot's command has as its response (docs/chatbot.md has the sources). Streamer.bot fetches a plain address. */
const responses: Record<Bot, (address: string) => string> = {
  nightbot: (address) => `$(urlfetch ${address})`,
  streamelements: (address) => `$(customapi ${address})`,
  fossabot: (address) => `$(customapi ${address})`,
  streamerbot: (address) => address,
}

const commands = ['tip', 'goal', 'top'] as const

/** Lines to paste into a bot that the creator already runs, so that it answers !tip, !goal and !top. */
export function CommandsCard({ userName }: { userName: string }) {
  const [bot, setBot] = useState<Bot>('nightbot')
  const site = useSiteUrl()
  return (
    <Card id="commands" title={m.commands_title()} hint={m.commands_hint()}>
      <Tabs label={m.commands_bots()} tabs={tabs} value={bot} onChange={setBot}>
        <p className="text-sm text-muted">
          {bot === 'streamerbot' ? m.commands_streamerbot({ name: '%brimful%' }) : m.commands_paste()}
        </p>
        <ul className="mt-3 grid gap-3">
          {commands.map((command) => {
            const line = responses[bot](`${site}/c/${userName}/${command}.txt`)
            return (
              <li key={command}>
                <p className="text-sm font-semibold">!{command}</p>
                <div className="mt-1 flex flex-wrap items-center gap-2">
                  <code className="min-w-0 rounded-card bg-sunken px-3 py-2.5 text-sm break-all">{line}</code>
                  <CopyButton text={line} />
                </div>
              </li>
            )
          })}
        </ul>
      </Tabs>
    </Card>
  )
}
