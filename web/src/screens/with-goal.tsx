import { m } from '../../../i18n/compiled/messages.js'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyNote } from '../ui/notes.tsx'

/** Shown at the address of a goal that does not exist. */
export function GoalMissing({ userName }: { userName: string }) {
  return (
    <div className="py-8">
      <h2 className="text-center text-2xl">{m.goal_not_found_title()}</h2>
      <EmptyNote text={m.goal_not_found_text()}>
        <ButtonLink to={`/${userName}/current-goals`} kind="primary">
          {m.creator_all_goals()}
        </ButtonLink>
      </EmptyNote>
    </div>
  )
}
