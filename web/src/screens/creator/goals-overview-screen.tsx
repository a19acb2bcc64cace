import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { OwnGoal } from '../../../../contract/goals/own-goal-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { LiveNote } from '../../features/creator/live-note.tsx'
import { GoalDialog } from '../../features/goals/own/goal-dialog.tsx'
import { OwnGoalList, OwnGoalListSkeleton } from '../../features/goals/own/own-goal-list.tsx'
import { useOwnGoals } from '../../features/goals/own/use-own-goals.ts'
import type { StoredUser } from '../../lib/store-state.ts'
import { useSession } from '../../lib/accounts/session.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { Liquid } from '../../ui/liquid.tsx'
import { Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'

/** The page where creators manage their goals, kept live. */
export function GoalsOverviewScreen() {
  useTitle(m.own_goals_title())
  const { user } = useSession()
  return user && <Overview user={user} />
}

/** The goal being edited; `new` creates one. */
type Editing = OwnGoal | 'new' | null

function Overview({ user: { uid, brimfulUserName } }: { user: StoredUser }) {
  const own = useOwnGoals(uid)
  const goals = own.goals.data
  const currency = useSession().profile?.currency ?? goals?.[0]?.currency ?? 'usd'
  const [editing, setEditing] = useState<Editing>(null)

  function handleMove(goal: OwnGoal, by: -1 | 1) {
    const running = (goals ?? []).filter(({ status }) => status === 'ACTIVE')
    const from = running.indexOf(goal)
    running.splice(from + by, 0, ...running.splice(from, 1))
    void own.reorder(running)
  }
  return (
    <>
      <LiveNote status={own.live} />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl sm:text-3xl">{m.own_goals_title()}</h1>
        {goals && goals.length > 0 && (
          <Button kind="primary" onClick={() => setEditing('new')}>
            <Plus aria-hidden className="size-5" />
            {m.own_goals_new()}
          </Button>
        )}
      </div>
      <Loadable loaded={own.goals} failedText={m.creator_goals_failed()} skeleton={<OwnGoalListSkeleton />}>
        {(all) =>
          all.length > 0 ? (
            <OwnGoalList
              goals={all}
              userName={brimfulUserName}
              onEdit={setEditing}
              onAct={(goal, action) => void own.act(goal, action)}
              onMove={handleMove}
            />
          ) : (
            <NoGoals onNew={() => setEditing('new')} />
          )
        }
      </Loadable>
      {editing && (
        <GoalDialog
          goal={editing === 'new' ? undefined : editing}
          currency={currency}
          onSaved={own.updateGoal}
          onPictureRemoved={(goal) => void own.removePicture(goal)}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

function NoGoals({ onNew }: { onNew: () => void }) {
  return (
    <div className="rounded-card border border-line bg-card pt-8 shadow-soft">
      <Liquid level={0} hasLabel={false} className="mx-auto w-24" />
      <EmptyNote text={m.own_goals_empty()}>
        <Button kind="primary" size="large" onClick={onNew}>
          {m.own_goals_first()}
        </Button>
      </EmptyNote>
    </div>
  )
}
