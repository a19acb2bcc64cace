import { useState } from 'react'
import { updateProfile } from '../../../../../contract/accounts/profile-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { setProfile } from '../../../lib/accounts/session.ts'
import { browserTimeZone, isSameTimeZone, listTimeZones } from '../../../lib/accounts/time-zone.ts'
import { toast } from '../../../lib/toast.ts'
import { useCallForm } from '../../../lib/forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'

/** The time zone of the creator's days, with an offer of the browser's one if it differs. */
export function TimeZoneCard({ timeZone }: { timeZone: string }) {
  const here = browserTimeZone()
  const [options] = useState(() =>
    listTimeZones(timeZone, ...(here ? [here] : [])).map((name) => [name, readable(name)] as const),
  )
  const form = useCallForm({
    definition: updateProfile,
    initial: { timeZone },
    onDone: (profile) => {
      setProfile(profile)
      toast.success(m.time_zone_saved({ zone: readable(profile.timeZone ?? timeZone) }))
    },
  })
  const chosen = form.values.timeZone
  return (
    <Card id="time-zone" title={m.time_zone_title()} hint={m.time_zone_hint()}>
      <Form
        form={form}
        submit={m.chatbot_save()}
        size="medium"
        kind="dark"
        busyLabel={m.chatbot_saving()}
        disabled={chosen === timeZone}
      >
        <Select {...form.text('timeZone')} label={m.time_zone_label()} options={options} />
        {here && !isSameTimeZone(here, chosen) && (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-sunken px-4 py-3">
            <p className="text-sm">{m.time_zone_differs({ zone: readable(here) })}</p>
            <Button onClick={() => form.set('timeZone', here)}>{m.time_zone_use()}</Button>
          </div>
        )}
      </Form>
    </Card>
  )
}

const readable = (name: string) => name.replaceAll('_', ' ')
