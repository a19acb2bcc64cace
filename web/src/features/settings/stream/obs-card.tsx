import type { ReactNode } from 'react'
import type { OverlayStatus } from '../../../../../contract/alerts/overlay-calls.ts'
import type { OverlayState } from '../../../../../contract/sockets.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { formatClock } from '../../../lib/format.ts'
import { useOverlayStatus } from '../../../lib/alerts/overlay-status.ts'
import { Card } from '../../../ui/card.tsx'
import { List, Loadable } from '../../../ui/loadable.tsx'
import { OverlayHealthNote } from '../../../parts/alerts/overlay-health-note.tsx'
import { BlockSkeletons } from '../../../ui/skeleton.tsx'
import { AddSourcePicture, PropertiesPicture } from './obs-pictures.tsx'
import { CopyKeyedAddress } from '../keyed-address.tsx'
import { useAlertAddress } from './alert-address.tsx'

/** Shows whether the creator's alert box works, which of its pages are open, and how to set one up in OBS in three steps. */
export function ObsCard({ uid }: { uid: string }) {
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
        <ObsSetup uid={uid} />
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
function ObsSetup({ uid }: { uid: string }) {
  return (
    <section id="obs-setup" aria-labelledby="obs-setup-title" className="scroll-mt-24">
      <h3 id="obs-setup-title" className="mb-4 text-lg">
        {m.obs_setup()}
      </h3>
      <ol className="grid gap-6 xl:grid-cols-3">
        <Step number={1} title={m.obs_step_add()} text={m.obs_step_add_text()}>
          <AddSourcePicture />
        </Step>
        <Step number={2} title={m.obs_step_paste()} text={m.obs_step_paste_text()}>
          <CopyKeyedAddress address={useAlertAddress(uid)} copiedText={m.stream_copied()} />
          <PropertiesPicture />
        </Step>
        <Step number={3} title={m.obs_step_test()} text={m.obs_step_test_text()} />
      </ol>
      <details className="mt-6">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-violet">
          {m.obs_setup_more()}
        </summary>
        <dl className="mt-2 grid gap-x-8 gap-y-4 text-sm lg:grid-cols-2">
          {details.map(([title, text]) => (
            <div key={title()}>
              <dt className="font-semibold">{title()}</dt>
              <dd className="mt-0.5 text-muted">{text()}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}

const details = [
  [m.obs_setup_size, m.obs_setup_size_text],
  [m.obs_setup_shutdown, m.obs_setup_shutdown_text],
  [m.obs_setup_audio, m.obs_setup_audio_text],
  [m.obs_setup_cache, m.obs_setup_cache_text],
  [m.obs_setup_scenes, m.obs_setup_scenes_text],
  [m.obs_setup_streamlabs, m.obs_setup_streamlabs_text],
  [m.obs_setup_streamelements, m.obs_setup_streamelements_text],
] as const

interface StepProps {
  number: number
  title: string
  text: string
  children?: ReactNode
}

function Step({ number, title, text, children }: StepProps) {
  return (
    <li className="flex min-w-0 flex-col items-start gap-3">
      <div className="flex gap-3">
        <span
          aria-hidden
          className="grid size-7 shrink-0 place-items-center rounded-full bg-ink text-sm font-bold text-paper"
        >
          {number}
        </span>
        <div>
          <h4 className="font-semibold">{title}</h4>
          <p className="mt-0.5 text-sm text-muted">{text}</p>
        </div>
      </div>
      {children}
    </li>
  )
}
