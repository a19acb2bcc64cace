import { useState } from 'react'
import { changeUserName } from '../../../../../contract/accounts/profile-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { setProfile } from '../../../lib/accounts/session.ts'
import { hostOf } from '../../../lib/pages/site-document.ts'
import { useSiteUrl } from '../../../lib/pages/site-settings.ts'
import { toast } from '../../../lib/toast.ts'
import { useNameAvailability } from '../../../lib/accounts/use-name-availability.ts'
import { AddressField } from '../../../parts/accounts/address-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { NameAvailabilityNote } from '../../../parts/accounts/name-availability-note.tsx'
import { useCallForm } from '../../../lib/forms/use-form.ts'
import { Form } from '../../../ui/form.tsx'

/** The creator's username, which is also the page's address, with a form to change it. */
export function AddressCard({ name }: { name: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const host = hostOf(useSiteUrl())
  return (
    <Card id="address" title={m.signup_url_label()} hint={m.signup_url_text()}>
      {isOpen ? (
        <RenameForm name={name} onDone={() => setIsOpen(false)} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 font-semibold [overflow-wrap:anywhere]">
            {host}/{name}
          </p>
          <Button onClick={() => setIsOpen(true)}>{m.address_change()}</Button>
        </div>
      )}
    </Card>
  )
}

function RenameForm({ name, onDone }: { name: string; onDone: () => void }) {
  const form = useCallForm({
    definition: changeUserName,
    initial: { customUserName: name },
    fieldOfCode: { name_taken: 'customUserName' },
    onDone: (profile) => {
      setProfile(profile)
      toast.success(m.address_changed({ name: profile.brimfulUserName }))
      onDone()
    },
    onRefused: (code) => code === 'name_taken' && availability.refetch(),
  })
  const { customUserName: typed } = form.values
  const isOwn = typed.trim().toLowerCase() === name
  const availability = useNameAvailability(isOwn ? '' : typed)
  return (
    <Form
      form={form}
      submit={m.address_submit()}
      kind="dark"
      size="medium"
      disabled={isOwn}
      onCancel={onDone}
    >
      <div>
        <AddressField {...form.text('customUserName')} />
        <NameAvailabilityNote {...availability} onChoose={(choice) => form.set('customUserName', choice)} />
      </div>
      <p className="rounded-card bg-sunken px-4 py-3 text-sm">{m.address_warning()}</p>
    </Form>
  )
}
