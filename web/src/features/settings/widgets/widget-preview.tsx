import { useState } from 'react'
import { getCreatorLeaderboard } from '../../../../../contract/goal-calls.ts'
import { getOwnGoals } from '../../../../../contract/own-goal-calls.ts'
import { getTimers } from '../../../../../contract/timer-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useCall } from '../../../lib/use-call.ts'
import { EmptyNote } from '../../../ui/notes.tsx'
import { atLowerLeft, GroundChoice, pictureSize, useScale, widgetsWidth } from '../styles/preview-ground.tsx'
import type { Ground } from '../styles/preview-ground.tsx'
import { showsGoal } from './widget-choice.ts'
import type { WidgetChoice } from './widget-choice.ts'

interface WidgetPreviewProps {
  /** The path of the widget's page. */
  path: string
  choice: WidgetChoice
  userName: string
}

/** The widget's page in a frame, over a ground; or why it shows nothing yet, and what to do about that. */
export function WidgetPreview({ path, choice, userName }: WidgetPreviewProps) {
  const missing = useMissing(choice, userName)
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 text-sm font-semibold">{m.stream_preview()}</figcaption>
      {missing ? (
        <div className="rounded-card border border-dashed border-line">
          <EmptyNote {...missing} />
        </div>
      ) : (
        <WidgetFrame path={path} height={heightOf(choice)} />
      )}
    </figure>
  )
}

function WidgetFrame({ path, height }: { path: string; height: number }) {
  const [ground, setGround] = useState<Ground>('game')
  const { box, scale } = useScale(widgetsWidth)
  return (
    <>
      <div
        ref={box}
        className={`style-ground style-ground-${ground} rounded-card border border-line`}
        style={{ aspectRatio: `${widgetsWidth} / ${height}` }}
      >
        <iframe
          key={path} // another frame, because a changed address would be a step in the browser's history
          title={m.widget_preview()}
          src={path}
          tabIndex={-1}
          {...pictureSize}
          style={{ ...atLowerLeft, transform: `scale(${scale})` }}
        />
      </div>
      <div className="mt-3">
        <GroundChoice value={ground} onChange={setGround} />
      </div>
      <p className="mt-2 text-sm text-muted">{m.widget_look_hint()}</p>
    </>
  )
}

/** The height that each widget needs in the largest look, with its margins, in pixels. */
function heightOf({ widget, count }: WidgetChoice): number {
  switch (widget) {
    case 'goal':
      return 165
    case 'timer':
      return 270
    case 'top':
    case 'recent':
      return 80 + count * 52
    case 'total':
      return 225
  }
}

interface Missing {
  text: string
  to?: string
  label?: string
}

/** Returns why the widget shows nothing, if that is known. */
function useMissing(choice: WidgetChoice, username: string): Missing | undefined {
  const { widget, period } = choice
  const isBoard = widget === 'top' || widget === 'recent'
  const quiet = { errorsTo: 'log' } as const
  const goals = useCall(getOwnGoals, {}, { ...quiet, enabled: showsGoal(choice) })
  const timers = useCall(getTimers, {}, { ...quiet, enabled: widget === 'timer' })
  const board = useCall(getCreatorLeaderboard, { query: { username } }, { ...quiet, enabled: isBoard })

  if (showsGoal(choice)) return goals.data && missingGoal(choice, goals.data)
  if (widget === 'timer' && timers.data?.timers.length === 0)
    return {
      text: m.widget_no_timer(),
      to: '/dashboard/donothon-timer-setting',
      label: m.widget_make_timer(),
    }
  const list = widget === 'recent' ? 'recent' : lists[period]
  if (isBoard && board.data?.[list].length === 0) return { text: m.widget_no_tips() }
  return undefined
}

const lists = { week: 'weekly', month: 'monthly', all: 'allTime' } as const

function missingGoal(
  { widget, goal, totalGoal }: WidgetChoice,
  goals: readonly { goaluuid: string; status: string }[],
): Missing | undefined {
  const chosen = widget === 'goal' ? goal : totalGoal
  const isThere = goals.some(({ goaluuid, status }) => goaluuid === chosen || status === 'ACTIVE')
  if (isThere) return undefined
  const to = '/dashboard/goals-overview'
  return goals.length === 0
    ? { text: m.own_goals_empty(), to, label: m.own_goals_first() }
    : { text: m.own_goals_none_running(), to, label: m.widget_make_goal() }
}
