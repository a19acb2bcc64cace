import { countries } from '../../../../contract/payments/countries.ts'
import { billingDetails } from '../../../../contract/payments/invoice.ts'
import { getBillingDetails, saveBillingDetails } from '../../../../contract/payments/invoice-calls.ts'
import type { CallResponse } from '../../../../contract/call.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { currentLocale } from '../../lib/locale.ts'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Card } from '../../ui/card.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Loadable } from '../../ui/loadable.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SwitchRow } from '../../ui/switch-row.tsx'

type Saved = CallResponse<typeof getBillingDetails>

/** The name and address on the creator's invoices and, if wanted, on receipts. */
export function BillingCard() {
  const found = useCall(getBillingDetails)
  return (
    <Card id="billing" title={m.billing_title()} hint={m.billing_hint()}>
      <Loadable loaded={found} failedText={m.billing_failed()} skeleton={<Skeleton className="h-80" />}>
        {(saved) => <BillingForm saved={saved} onSaved={(next) => found.setData(() => next)} />}
      </Loadable>
    </Card>
  )
}

const none = { legalName: '', address: '', country: '', vatId: '', isOnReceipts: false }

function BillingForm({ saved, onSaved }: { saved: Saved; onSaved: (saved: Saved) => void }) {
  const { isVatIdChecked, ...initial } = saved.details ?? { ...none, isVatIdChecked: false }
  const form = useForm({
    initial,
    schema: billingDetails,
    async onSubmit(body) {
      onSaved(await call(saveBillingDetails, { body }, { errorsTo: 'caller' }))
      toast.success(m.billing_saved())
    },
  })
  return (
    <Form form={form} submit={m.billing_save()} size="small">
      <Field {...form.text('legalName')} label={m.billing_name()} autoComplete="name" maxLength={100} />
      <TextArea
        {...form.text('address')}
        label={m.billing_address()}
        autoComplete="street-address"
        maxLength={300}
      />
      <Select
        {...form.text('country')}
        label={m.billing_country()}
        autoComplete="country"
        className="px-3"
        options={[['', m.billing_country_none()], ...listCountries()]}
      />
      <Field
        {...form.text('vatId')}
        label={m.billing_vat_id()}
        aside={isVatIdChecked && form.values.vatId === initial.vatId ? m.billing_vat_id_checked() : undefined}
        hint={m.billing_vat_id_hint()}
        maxLength={20}
      />
      <SwitchRow
        label={m.billing_on_receipts()}
        hint={m.billing_on_receipts_hint()}
        checked={form.values.isOnReceipts}
        onChange={(on) => form.set('isOnReceipts', on)}
      />
    </Form>
  )
}

/** Countries with their names, sorted by name in the page's language. */
function listCountries(): [code: string, name: string][] {
  const locale = currentLocale()
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return countries
    .map((code): [string, string] => [code, names.of(code) ?? code])
    .toSorted(([, one], [, other]) => one.localeCompare(other, locale))
}
