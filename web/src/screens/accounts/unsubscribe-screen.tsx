import { BellOff, BellRing, Mail, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  changeMailSubscription,
  getMailSubscription,
} from '../../../../contract/mail/mail-subscription-calls.ts'
import type { MailSubscription, MailTopic } from '../../../../contract/mail/mail-subscription.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { hasCode } from '../../lib/calls/call-error.ts'
import { call } from '../../lib/calls/call.ts'
import { refreshSession, useSession } from '../../lib/accounts/session.ts'
import { useStore } from '../../lib/store.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/notes.tsx'
import { ResultNote } from '../../ui/result-note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const topics: Record<MailTopic, () => string> = {
  tips: m.unsubscribe_tips,
  goals: m.unsubscribe_goals,
  'tips-and-goals': m.unsubscribe_tips_and_goals,
}

/** The page of an email's link "Unsubscribe", without a session. Unsubscribing takes a click, because mail scanners open links. */
export function UnsubscribeScreen() {
  useTitle(m.unsubscribe_title_short())
  const token = useSearchParams()[0].get('token') ?? ''
  const { data, error, refetch, setData } = useCall(getMailSubscription, { body: { token } })
  if (data)
    return <Subscription token={token} now={data} onChange={(isOn) => setData(() => ({ ...data, isOn }))} />
  if (!error) return <Skeleton className="mx-auto my-16 h-64 w-full max-w-lg" />
  if (!hasCode(error, 'not_found') && !hasCode(error, 'invalid_input'))
    return <ErrorNote text={m.unsubscribe_failed()} onRetry={refetch} />
  return (
    <ResultNote Icon={SearchX} title={m.unsubscribe_unknown()}>
      <p className="text-lg text-muted">{m.unsubscribe_unknown_text()}</p>
      <SettingsLink />
    </ResultNote>
  )
}

interface SubscriptionProps {
  token: string
  now: MailSubscription
  onChange: (isOn: boolean) => void
}

function Subscription({ token, now: { topic, isOn }, onChange }: SubscriptionProps) {
  const [isChanged, setIsChanged] = useState(false)
  const change = useChange(token)
  const what = topics[topic]()

  async function handleChange(): Promise<void> {
    if (!(await change.run(!isOn))) return
    setIsChanged(true)
    onChange(!isOn)
  }

  const unsubscribe = (
    <Button kind={isChanged ? 'outline' : 'primary'} isBusy={change.isBusy} onClick={handleChange}>
      {m.unsubscribe_submit()}
    </Button>
  )
  if (!isOn) {
    return (
      <ResultNote key="off" Icon={BellOff} title={m.unsubscribe_done_title()}>
        <p className="text-lg text-muted">{m.unsubscribe_done_text({ what })}</p>
        <Button isBusy={change.isBusy} onClick={handleChange}>
          {m.action_undo()}
        </Button>
        <SettingsLink />
      </ResultNote>
    )
  }
  if (isChanged) {
    return (
      <ResultNote key="on-again" Icon={BellRing} title={m.unsubscribe_undone_title()}>
        <p className="text-lg text-muted">{m.unsubscribe_undone_text({ what })}</p>
        {unsubscribe}
        <SettingsLink />
      </ResultNote>
    )
  }
  return (
    <ResultNote key="ask" Icon={Mail} title={m.unsubscribe_title({ what })}>
      <p className="text-lg text-muted">{m.unsubscribe_text({ what })}</p>
      {unsubscribe}
      <SettingsLink />
    </ResultNote>
  )
}

/** Changes the subscription, and what this browser holds of the preferences if somebody is logged in here. */
function useChange(token: string) {
  const isSignedIn = useSession().status === 'signed-in'
  const { isBusy, run } = useAction()

  async function change(isOn: boolean): Promise<void> {
    await call(changeMailSubscription, { body: { token, isOn } })
    if (!isSignedIn) return
    await refreshSession()
    useStore.setState(({ notifications }) => ({ notifications: { ...notifications, preferences: null } }))
  }
  return { isBusy, run: (isOn: boolean) => run(() => change(isOn)) }
}

function SettingsLink() {
  return (
    <ButtonLink kind="quiet" to="/dashboard/notifications-setting">
      {m.inbox_settings()}
    </ButtonLink>
  )
}
