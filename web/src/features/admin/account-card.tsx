import { useState } from 'react'
import * as z from 'zod/mini'
import { userName } from '../../../../contract/entities.ts'
import {
  changeAccount,
  findManagedAccount,
  listEventsOfAccount,
} from '../../../../contract/admin/manage-calls.ts'
import type { AccountChange, ManagedAccount } from '../../../../contract/admin/manage-calls.ts'
import { isolate } from '../../../../contract/text.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { formatDay } from '../../lib/format.ts'
import { useBefore } from '../../lib/payments/use-before.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { AccountEvents } from '../../parts/accounts/account-events.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { InlineForm } from '../../ui/form.tsx'
import { ReasonForm } from './reason-form.tsx'

/** Finds an account by name, and changes what admins may change. Each change asks for a confirmed session. */
export function AccountCard() {
  const [found, setFound] = useState<ManagedAccount>()
  const form = useForm({
    initial: { userName: '' },
    isGuarded: false,
    schema: z.object({ userName: z.pipe(z.pipe(z.string(), z.transform(withoutAt)), userName) }),
    async onSubmit(query) {
      setFound(undefined)
      setFound(await call(findManagedAccount, { query }, { errorsTo: 'caller' }))
    },
  })
  return (
    <Card id="account" title={m.admin_account()} hint={m.admin_account_hint()}>
      <InlineForm form={form} submit={m.admin_find()}>
        <Field
          {...form.text('userName')}
          label={m.admin_account_name()}
          error={form.errors.userName ?? form.errors.form}
          autoCapitalize="none"
        />
      </InlineForm>
      {found && <Account key={found.userName} account={found} onChanged={setFound} />}
    </Card>
  )
}

function withoutAt(name: string): string {
  return name.trim().replace(/^@/, '')
}

interface AccountProps {
  account: ManagedAccount
  onChanged: (account: ManagedAccount) => void
}

function Account({ account, onChanged }: AccountProps) {
  const [change, setChange] = useState<AccountChange>()
  const { userName: name, displayName, createdAt } = account
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="font-semibold wrap-anywhere">
        {isolate(displayName)} <span className="font-normal text-muted">@{name}</span>
      </p>
      <p className="text-sm text-muted">
        {[...statesOf(account), m.admin_account_since({ day: formatDay(createdAt) })].join(' · ')}
      </p>
      {change ? (
        <ReasonForm
          submit={`${changeTexts[change]()}: @${name}`}
          onCancel={() => setChange(undefined)}
          onReason={async (values) => {
            const body = { userName: name, change, ...values }
            onChanged(await call(changeAccount, { body }, { errorsTo: 'caller' }))
            setChange(undefined)
          }}
        />
      ) : (
        <div className="mt-3 flex flex-wrap gap-2">
          {changesOf(account).map((possible) => (
            <Button key={possible} size="small" onClick={() => setChange(possible)}>
              {changeTexts[possible]()}
            </Button>
          ))}
        </div>
      )}
      <Activity userName={name} />
    </div>
  )
}

/** The account's record, which is loaded when an admin opens it. */
function Activity({ userName: name }: { userName: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <ActivityList userName={name} />
  return (
    <Button size="small" className="mt-3" onClick={() => setIsOpen(true)}>
      {m.events_title()}
    </Button>
  )
}

function ActivityList({ userName: name }: { userName: string }) {
  const page = useBefore()
  const found = useCall(listEventsOfAccount, { query: { userName: name, ...page.query } })
  return (
    <section aria-label={m.events_title()} className="mt-4 border-t border-line pt-4">
      <AccountEvents found={found} page={page} />
    </section>
  )
}

const changeTexts: Record<AccountChange, () => string> = {
  grant: m.admin_change_grant,
  revoke: m.admin_change_revoke,
  'log-out': m.admin_change_log_out,
  verify: m.admin_change_verify,
  unverify: m.admin_change_unverify,
  feature: m.admin_change_feature,
  unfeature: m.admin_change_unfeature,
  suspend: m.admin_change_suspend,
  unsuspend: m.admin_change_unsuspend,
}

function changesOf({ isCreator, isAdmin, isVerified, isFeatured, isSuspended }: ManagedAccount) {
  const changes: AccountChange[] = [isAdmin ? 'revoke' : 'grant', 'log-out']
  if (!isCreator) return changes
  changes.push(isVerified ? 'unverify' : 'verify', isFeatured ? 'unfeature' : 'feature')
  return [...changes, isSuspended ? 'unsuspend' : 'suspend'] satisfies AccountChange[]
}

function statesOf({ isCreator, isAdmin, isVerified, isFeatured, isSuspended }: ManagedAccount): string[] {
  return [
    isCreator ? m.admin_state_creator() : m.admin_state_supporter(),
    ...(isAdmin ? [m.admin_state_admin()] : []),
    ...(isVerified ? [m.admin_state_verified()] : []),
    ...(isFeatured ? [m.admin_state_featured()] : []),
    ...(isSuspended ? [m.admin_state_suspended()] : []),
  ]
}
