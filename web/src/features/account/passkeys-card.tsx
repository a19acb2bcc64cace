import { useState } from 'react'
import { getPasskeys } from '../../../../contract/accounts/passkey-calls.ts'
import type { Passkey } from '../../../../contract/accounts/passkey-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { canUsePasskeys } from '../../lib/accounts/passkeys.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { BlockSkeletons } from '../../ui/skeleton.tsx'
import { AddPasskeyForm } from './add-passkey-form.tsx'
import { PasskeyRow } from './passkey-row.tsx'

/** Lists the account's passkeys, adds, renames and removes them. */
export function PasskeysCard() {
  const found = useCall(getPasskeys)
  const change = (to: (now: Passkey[]) => Passkey[]) =>
    found.setData((now) => now && { passkeys: to(now.passkeys) })

  return (
    <Card id="passkeys" title={m.passkeys_title()} hint={m.passkeys_hint()}>
      <Loadable loaded={found} failedText={m.passkeys_failed()} skeleton={<BlockSkeletons count={1} />}>
        {({ passkeys }) => (
          <>
            <List items={passkeys} empty={<p className="mb-2">{m.passkeys_empty()}</p>}>
              {(passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  onRenamed={(name) =>
                    change((now) => now.map((one) => (one.id === passkey.id ? { ...one, name } : one)))
                  }
                  onRemoved={() => change((now) => now.filter(({ id }) => id !== passkey.id))}
                />
              )}
            </List>
            <Add onAdded={(passkey) => change((now) => [...now, passkey])} />
          </>
        )}
      </Loadable>
    </Card>
  )
}

function Add({ onAdded }: { onAdded: (passkey: Passkey) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!canUsePasskeys()) return <p className="text-muted">{m.passkeys_unsupported()}</p>
  if (!isOpen) {
    return (
      <Button kind="dark" className="mt-2" onClick={() => setIsOpen(true)}>
        {m.passkeys_add()}
      </Button>
    )
  }
  function handleAdded(passkey: Passkey) {
    setIsOpen(false)
    onAdded(passkey)
  }
  return <AddPasskeyForm onAdded={handleAdded} onCancel={() => setIsOpen(false)} />
}
