import { useState } from 'react'
import { decideReport, listReports, showAgain } from '../../../../contract/admin/report-calls.ts'
import type { ReportDecision, ReportedCase } from '../../../../contract/admin/report-calls.ts'
import { isolate } from '../../../../contract/text.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { BlockSkeletons } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ReasonForm } from './reason-form.tsx'
import { reasonTexts } from '../../parts/moderation/report-reasons.ts'

/** What visitors reported: open cases to decide, the oldest first, and the latest that were decided. */
export function ReportsCard() {
  const found = useCall(listReports)
  return (
    <Card id="reports" title={m.admin_reports()} hint={m.admin_reports_hint()}>
      <Loadable loaded={found} failedText={m.admin_reports_failed()} skeleton={<BlockSkeletons count={1} />}>
        {({ open, decided }) => (
          <>
            <List items={open} empty={<EmptyNote text={m.admin_reports_empty()} />}>
              {(one) => <Case key={one.id} reported={one} onDecided={found.refetch} />}
            </List>
            {decided.length > 0 && (
              <details className="mt-4 border-t border-line pt-2">
                <summary className="min-h-11 cursor-pointer py-2 font-semibold">
                  {m.admin_reports_decided()}
                </summary>
                <List items={decided}>
                  {(one) => <Case key={one.id} reported={one} onDecided={found.refetch} />}
                </List>
              </details>
            )}
          </>
        )}
      </Loadable>
    </Card>
  )
}

type Choice = ReportDecision | 'show'

function Case({ reported, onDecided }: { reported: ReportedCase; onDecided: () => void }) {
  const [choice, setChoice] = useState<Choice>()
  const { id, creator, goal, reports, openedAt } = reported
  return (
    <li className="py-3 wrap-anywhere first:pt-0">
      <p className="font-semibold">{nameOf(reported)}</p>
      {goal?.description && (
        <p className="line-clamp-4 text-sm whitespace-pre-line">{isolate(goal.description)}</p>
      )}
      <p className="text-sm text-muted">
        {[m.admin_reports_count({ count: reports }), formatDateTime(openedAt), ...stateOf(reported)].join(
          ' · ',
        )}
      </p>
      <Reports reported={reported} />
      <TextLink to={`/${creator}/current-goals`} className="inline-flex min-h-11 items-center text-sm">
        {m.admin_reports_open_page()}
      </TextLink>
      {choice ? (
        <ReasonForm
          submit={choiceTexts[choice]()}
          onCancel={() => setChoice(undefined)}
          onReason={async (values) => {
            await (choice === 'show'
              ? call(showAgain, { body: { id, ...values } }, { errorsTo: 'caller' })
              : call(decideReport, { body: { id, decision: choice, ...values } }, { errorsTo: 'caller' }))
            setChoice(undefined)
            onDecided()
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          {choicesOf(reported).map((one) => (
            <Button key={one} size="small" onClick={() => setChoice(one)}>
              {choiceTexts[one]()}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}

function Reports({ reported: { latest } }: { reported: ReportedCase }) {
  return (
    <ul className="mt-2 flex flex-col gap-2 border-l-2 border-line pl-3 text-sm">
      {latest.map(({ at, reason, details, contact }, index) => (
        <li key={`${at}${index}`}>
          <span className="font-semibold">{reasonTexts[reason]()}</span>
          {contact && <span className="text-muted"> · {contact}</span>}
          {details && <p className="whitespace-pre-line">{isolate(details)}</p>}
        </li>
      ))}
    </ul>
  )
}

const choiceTexts: Record<Choice, () => string> = {
  dismiss: m.admin_reports_dismiss,
  hide: m.admin_reports_hide,
  suspend: m.admin_reports_suspend,
  show: m.admin_reports_show,
}

/** A whole page is not hidden but suspended. A suspension is lifted on the account. */
function choicesOf({ decision, isHidden, goal, name }: ReportedCase): Choice[] {
  if (decision === 'hide' && isHidden) return ['show']
  if (decision) return []
  return goal || name !== null ? ['dismiss', 'hide', 'suspend'] : ['dismiss', 'suspend']
}

function stateOf({ decision, isHidden }: ReportedCase): string[] {
  switch (decision) {
    case null:
      return []
    case 'dismiss':
      return [m.admin_reports_dismissed()]
    case 'hide':
      return [isHidden ? m.admin_reports_hidden() : m.admin_reports_shown()]
    case 'suspend':
      return [isHidden ? m.admin_reports_suspended() : m.admin_reports_lifted()]
  }
}

function nameOf({ creator, goal, name }: ReportedCase): string {
  if (goal) return m.admin_reports_goal({ title: isolate(goal.title), name: creator })
  if (name !== null) return m.admin_reports_name({ supporter: isolate(name), name: creator })
  return m.admin_reports_page({ name: creator })
}
