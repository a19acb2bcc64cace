import type { OverlayStatus } from '../../../../../contract/overlay-calls.ts'
import type { OverlayState } from '../../../../../contract/sockets.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { formatClock } from '../../../lib/format.ts'
import { useOverlayStatus } from '../../../lib/overlay-status.ts'
import { Card } from '../../../ui/card.tsx'
import { List, Loadable } from '../../../ui/loadable.tsx'
import { OverlayHealthNote } from '../../../ui/overlay-health-note.tsx'
import { BlockSkeletons } from '../../../ui/skeleton.tsx'

/** Shows whether the creator's alert box works, which of its pages are open, and how to set one up in OBS. */
export function ObsCard() {
  const status = useOverlayStatus()
  return (
    <Card id="obs" title={m.obs_title()} hint={m.obs_hint()}>
      <div className="flex flex-col gap-6">
        <Loadable loaded={status} failedText={m.obs_failed()} skeleton={<BlockSkeletons count={1} />}>
          {(loaded) => (
            <div>
              <OverlayHealthNote status={loaded} />
              {loaded.overlays.length > 0 && <OpenSources overlays={loaded.overlays} />}
            </div>
          )}
        </Loadable>
        <ObsSetup />
      </div>
    </Card>
  )
}

const stateTexts: Record<OverlayState, () => string> = {
  program: m.obs_state_program,
  obs: m.obs_state_obs,
  preview: m.obs_state_preview,
  visible: m.obs_state_visible,
  hidden: m.obs_state_hidden,
}

function OpenSources({ overlays }: Pick<OverlayStatus, 'overlays'>) {
  return (
    <List items={overlays} aria-label={m.obs_open_list()} className="mt-2 divide-y divide-line">
      {({ state, obsVersion, isActive, openedAt, lastShownAt }) => {
        const facts = [
          stateTexts[state](),
          ...(isActive ? [m.obs_sounds()] : []),
          m.obs_since({ time: formatClock(openedAt) }),
          ...(lastShownAt ? [m.obs_shown({ time: formatClock(lastShownAt) })] : []),
        ]
        return (
          <li key={openedAt} className="px-1 py-2.5 text-sm">
            <span className="font-semibold">
              {obsVersion ? m.obs_source({ version: obsVersion }) : m.obs_browser()}
            </span>{' '}
            <span className="text-muted">· {facts.join(' · ')}</span>
          </li>
        )
      }}
    </List>
  )
}

/**
 * The steps to set up a browser source in OBS. They use the names of the source's properties in OBS
 * (https://github.com/obsproject/obs-browser/blob/master/data/locale/en-US.ini).
 */
const setup = [
  [m.obs_setup_size, m.obs_setup_size_text],
  [m.obs_setup_shutdown, m.obs_setup_shutdown_text],
  [m.obs_setup_audio, m.obs_setup_audio_text],
  [m.obs_setup_cache, m.obs_setup_cache_text],
  [m.obs_setup_scenes, m.obs_setup_scenes_text],
  [m.obs_setup_streamlabs, m.obs_setup_streamlabs_text],
  [m.obs_setup_streamelements, m.obs_setup_streamelements_text],
] as const

function ObsSetup() {
  return (
    <section id="obs-setup" aria-labelledby="obs-setup-title" className="scroll-mt-24">
      <h3 id="obs-setup-title" className="mb-3 text-lg">
        {m.obs_setup()}
      </h3>
      <dl className="grid gap-x-8 gap-y-4 text-sm lg:grid-cols-2">
        {setup.map(([title, text]) => (
          <div key={title()}>
            <dt className="font-semibold">{title()}</dt>
            <dd className="mt-0.5 text-muted">{text()}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
