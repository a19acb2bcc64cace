import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { removePasskey, renamePasskey } from '../../../../contract/accounts/passkey-calls.ts'
import type { Passkey } from '../../../../contract/accounts/passkey-calls.ts'
import * as z from 'zod/mini'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { formatDateTime } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, focusOnMount } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'

interface PasskeyRowProps {
  passkey: Passkey
  onRenamed: (name: string) => void
  onRemoved: () => void
}

/** One passkey, with buttons to rename and to remove it. */
export function PasskeyRow({ passkey, onRenamed, onRemoved }: PasskeyRowProps) {
  const { name } = passkey
  const [step, setStep] = useState<'rest' | 'rename' | 'remove'>('rest')
  const rest = () => setStep('rest')

  function handleRenamed(to: string) {
    rest()
    onRenamed(to)
  }
  return (
    <li className="py-2">
      {step === 'rename' ? (
        <RenameForm passkey={passkey} onRenamed={handleRenamed} onCancel={rest} />
      ) : (
        <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2">
          <KeyRound aria-hidden className="size-5 shrink-0 text-muted" />
          <div className="min-w-0 grow basis-40">
            <p className="font-semibold break-words">{name}</p>
            <p className="text-sm text-muted">{describe(passkey)}</p>
          </div>
          <div className="flex gap-2">
            <Button
              size="small"
              aria-label={m.passkeys_rename_label({ name })}
              onClick={() => setStep('rename')}
            >
              {m.passkeys_rename()}
            </Button>
            <Button
              size="small"
              aria-label={m.passkeys_remove_label({ name })}
              onClick={() => setStep('remove')}
            >
              {m.passkeys_remove()}
            </Button>
          </div>
        </div>
      )}
      <RemoveDialog passkey={passkey} isOpen={step === 'remove'} onClose={rest} onRemoved={onRemoved} />
    </li>
  )
}

function describe({ isSynced, createdAt, lastUsedAt }: Passkey): string {
  const use = lastUsedAt
    ? m.passkeys_used({ time: formatDateTime(lastUsedAt) })
    : m.passkeys_never_used({ time: formatDateTime(createdAt) })
  return isSynced ? `${use} · ${m.passkeys_synced()}` : use
}

interface RenameFormProps {
  passkey: Passkey
  onRenamed: (name: string) => void
  onCancel: () => void
}

function RenameForm({ passkey: { id, name }, onRenamed, onCancel }: RenameFormProps) {
  const form = useForm({
    initial: { name },
    schema: z.pick(renamePasskey.body, { name: true }),
    onSubmit: async (body) => {
      await call(renamePasskey, { body: { id, ...body } }, { errorsTo: 'caller' })
      onRenamed(body.name)
    },
  })
  return (
    <Form form={form} submit={m.passkeys_save()} size="medium" kind="dark" onCancel={onCancel}>
      <Field {...form.text('name')} label={m.passkeys_name()} maxLength={50} ref={focusOnMount} />
    </Form>
  )
}

interface RemoveDialogProps {
  passkey: Passkey
  isOpen: boolean
  onClose: () => void
  onRemoved: () => void
}

function RemoveDialog({ passkey: { id, name }, isOpen, onClose, onRemoved }: RemoveDialogProps) {
  const { isBusy, run } = useAction()

  async function handleConfirm() {
    onClose() // the confirmation dialog, which opens when the session must be confirmed, takes this dialog's place
    await run(async () => {
      await call(removePasskey, { body: { id } })
      toast.success(m.passkeys_removed({ name }))
      onRemoved()
    })
  }
  return (
    <Dialog
      title={m.passkeys_remove_title({ name })}
      description={m.passkeys_remove_text()}
      isOpen={isOpen}
      onClose={onClose}
    >
      <div className="grid gap-2">
        <Button kind="danger" size="large" isBusy={isBusy} onClick={() => void handleConfirm()}>
          {m.passkeys_remove()}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {m.action_cancel()}
        </Button>
      </div>
    </Dialog>
  )
}
