import {
  blockSupporter,
  getBlockedSupporters,
  unblockSupporter,
} from '../../../../../contract/payments/tip-rule-calls.ts'
import * as z from 'zod/mini'
import type { BlockedSupporter } from '../../../../../contract/payments/tip-rule-calls.ts'
import { isolate } from '../../../../../contract/text.ts'
import { tipName } from '../../../../../contract/payments/tip.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { formatTimeAgo, useNow } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { EmptyNote } from '../../../ui/notes.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { InlineForm } from '../../../ui/form.tsx'

interface Blocked {
  supporters: BlockedSupporter[]
}

/** The supporters whose tips the creator does not accept. */
export function BlockedSupportersCard() {
  const blocked = useCall(getBlockedSupporters)

  async function handleUnblock({ id, name }: BlockedSupporter) {
    const left = await call(unblockSupporter, { body: { id } }).catch(() => undefined) // the failure was already shown as a toast
    if (!left) return
    blocked.setData(() => left)
    toast.success(m.blocked_removed({ name: isolate(name) }))
  }
  return (
    <Card id="blocked-supporters" title={m.blocked_title()} hint={m.blocked_hint()}>
      <Loadable
        loaded={blocked}
        failedText={m.blocked_failed()}
        skeleton={<RowSkeletons label={m.blocked_loading()} />}
      >
        {({ supporters }) => (
          <>
            <BlockForm onBlocked={(list) => blocked.setData(() => list)} />
            <List supporters={supporters} onUnblock={(one) => void handleUnblock(one)} />
          </>
        )}
      </Loadable>
    </Card>
  )
}

function BlockForm({ onBlocked }: { onBlocked: (list: Blocked) => void }) {
  const form = useForm({
    initial: { name: '' },
    schema: z.object({ name: tipName.check(z.minLength(1, { error: m.blocked_name_missing() })) }),
    async onSubmit(body) {
      onBlocked(await call(blockSupporter, { body }, { errorsTo: 'caller' }))
      form.reset()
    },
  })
  return (
    <InlineForm form={form} submit={m.blocked_add()}>
      <Field
        {...form.text('name')}
        label={m.blocked_name()}
        error={form.errors.name ?? form.errors.form}
        hint={m.blocked_name_hint()}
        autoCapitalize="none"
        dir="auto"
        readOnly={form.isBusy}
      />
    </InlineForm>
  )
}

const kinds: Record<BlockedSupporter['kind'], () => string> = {
  account: m.blocked_kind_account,
  guest: m.blocked_kind_guest,
  anonymous: m.blocked_kind_anonymous,
}

interface ListProps extends Blocked {
  onUnblock: (supporter: BlockedSupporter) => void
}

function List({ supporters, onUnblock }: ListProps) {
  const now = useNow()
  if (supporters.length === 0) return <EmptyNote text={m.blocked_empty()} />
  return (
    <ul aria-label={m.blocked_title()} className="mt-4 divide-y divide-line">
      {supporters.map((one) => (
        <li key={one.id} className="flex items-center gap-3 py-2">
          <div className="min-w-0 grow">
            <p className="font-semibold break-words">
              <bdi>{one.name}</bdi>
            </p>
            <p className="text-sm text-muted">
              {kinds[one.kind]()} · <time dateTime={one.at}>{formatTimeAgo(one.at, now)}</time>
            </p>
          </div>
          <Button
            size="small"
            aria-label={m.blocked_remove_label({ name: one.name })}
            onClick={() => onUnblock(one)}
          >
            {m.blocked_remove()}
          </Button>
        </li>
      ))}
    </ul>
  )
}
