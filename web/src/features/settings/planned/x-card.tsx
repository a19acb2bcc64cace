import { useState } from 'react'
import { m } from '../../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../../lib/format.ts'
import { useSiteUrl } from '../../../lib/pages/site-settings.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Glyph } from '../../../ui/glyphs.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import type { TabProps } from '../tabs.ts'

/**
 * Previews of three kinds of posts on X. The specification has this screen but no call for it, so saving does nothing and the
 * screen says so.
 */
export function XCard({ user: { brimfulUserName }, profile }: TabProps) {
  const pageUrl = `${useSiteUrl()}/${brimfulUserName}`
  const [toggles, setToggles] = useState({ goalTips: true, goalFunded: true, generalTips: false })
  const [user, goal, amount] = [
    m.chatbot_sample_user(),
    m.chatbot_sample_goal(),
    formatAmount(1000, profile?.currency),
  ]
  const goalUrl = `${pageUrl}/current-goals`
  const rows = [
    {
      name: 'goalTips',
      label: m.x_goal_tips(),
      post: m.x_post_goal_tip({ user, amount, goal, url: goalUrl }),
    },
    { name: 'goalFunded', label: m.x_goal_funded(), post: m.x_post_goal_funded({ goal, url: goalUrl }) },
    {
      name: 'generalTips',
      label: m.x_general_tips(),
      post: m.x_post_general_tip({ user, amount, url: pageUrl }),
    },
  ] as const
  return (
    <Card id="x" title={m.x_posts()} hint={m.x_hint()}>
      <ul className="grid gap-5">
        {rows.map(({ name, label, post }) => (
          <li key={name}>
            <SwitchRow
              label={label}
              checked={toggles[name]}
              onChange={(on) => setToggles((now) => ({ ...now, [name]: on }))}
            />
            <figure
              className={`mt-2 rounded-card border p-4 ${toggles[name] ? 'border-line bg-sunken' : 'border-dashed border-field text-muted'}`}
            >
              <figcaption className="mb-1.5 flex items-center gap-2 text-sm font-semibold">
                <Glyph name="x" />
                {m.chatbot_preview()}
              </figcaption>
              <p className="text-sm wrap-anywhere">{post} #Brimful</p>
            </figure>
          </li>
        ))}
      </ul>
      <p className="mt-5 text-sm text-muted">{m.x_planned()}</p>
      <Button kind="primary" className="mt-3">
        {m.x_save()}
      </Button>
    </Card>
  )
}
