import { useState } from 'react'
import { sendSampleAlert } from '../../../../../contract/goals/goal-calls.ts'
import { sampleKind } from '../../../../../contract/alerts/sample-alerts.ts'
import type { SampleKind } from '../../../../../contract/alerts/sample-alerts.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { isOverlayOpen } from '../../../lib/alerts/is-overlay-open.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'

const kindTexts: Record<SampleKind, () => string> = {
  message: m.sample_kind_message,
  'long-name': m.sample_kind_long_name,
  emoji: m.sample_kind_emoji,
  'right-to-left': m.sample_kind_right_to_left,
  anonymous: m.sample_kind_anonymous,
  private: m.sample_kind_private,
  'goal-funded': m.sample_kind_goal_funded,
  refunded: m.sample_kind_refunded,
}

/** Sends the alert of a sample tip of a chosen kind. */
export function SampleAlerts() {
  const [kind, setKind] = useState<SampleKind>('message')
  const { isBusy, run } = useAction()

  async function handleClick() {
    const isSent = await run(() => call(sendSampleAlert, { body: { kind } }))
    if (!isSent) return
    if (kind === 'refunded') toast.success(m.sample_refunded())
    else if (await isOverlayOpen()) toast.success(m.sample_sent())
    else toast.info(m.sample_unseen())
  }
  return (
    <section aria-labelledby="sample-title">
      <h3 id="sample-title" className="mb-2 text-lg">
        {m.sample_title()}
      </h3>
      <Select
        label={m.sample_kind()}
        hint={m.sample_hint()}
        value={kind}
        onChange={(event) => setKind(sampleKind.parse(event.target.value))}
        options={sampleKind.options.map((value) => [value, kindTexts[value]()] as const)}
        className="max-w-md"
      />
      <Button
        kind="outline"
        className="mt-3"
        isBusy={isBusy}
        busyLabel={m.stream_test_busy()}
        onClick={() => void handleClick()}
      >
        {m.sample_send()}
      </Button>
    </section>
  )
}
