import { useState } from 'react'
import { getTwoFactor } from '../../../../contract/accounts/two-factor-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Loadable } from '../../ui/loadable.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RenewCodesForm, StopTwoFactorForm } from './two-factor-forms.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'

type Step = 'rest' | 'set-up' | 'renew' | 'stop'

/** Turns two-factor authentication on or off and renews its recovery codes, which are shown only once. */
export function TwoFactorCard() {
  const found = useCall(getTwoFactor)
  const [step, setStep] = useState<Step>('rest')
  const [codes, setCodes] = useState<string[]>()
  const rest = () => setStep('rest')

  function handleCodes(recoveryCodes: string[]) {
    setCodes(recoveryCodes)
    found.setData(() => ({ isOn: true, recoveryCodesLeft: recoveryCodes.length }))
    rest()
  }
  function handleStopped() {
    found.setData(() => ({ isOn: false, recoveryCodesLeft: 0 }))
    toast.success(m.two_factor_stopped())
    rest()
  }
  return (
    <Card id="two-factor" title={m.two_factor_title()} hint={m.two_factor_hint()}>
      <Loadable loaded={found} failedText={m.two_factor_failed()} skeleton={<Waiting />}>
        {(state) => {
          if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
          return step === 'rest' && <State {...state} onChoose={setStep} />
        }}
      </Loadable>
      {step === 'set-up' && <TwoFactorSetup onCodes={handleCodes} onOn={found.refetch} onCancel={rest} />}
      {step === 'renew' && <RenewCodesForm onCodes={handleCodes} onCancel={rest} />}
      {step === 'stop' && <StopTwoFactorForm onStopped={handleStopped} onCancel={rest} />}
    </Card>
  )
}

interface StateProps {
  isOn: boolean
  recoveryCodesLeft: number
  onChoose: (step: Step) => void
}

function State({ isOn, recoveryCodesLeft: count, onChoose }: StateProps) {
  if (!isOn) {
    return (
      <>
        <p className="mb-4">{m.two_factor_off()}</p>
        <Button kind="dark" onClick={() => onChoose('set-up')}>
          {m.two_factor_start()}
        </Button>
      </>
    )
  }
  return (
    <>
      <p className="font-semibold text-mint">{m.two_factor_on()}</p>
      <p className={count < 3 ? 'mt-1 mb-4 font-medium text-rose' : 'mt-1 mb-4 text-muted'}>
        {m.two_factor_codes_left({ count })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onChoose('renew')}>{m.two_factor_renew()}</Button>
        <Button onClick={() => onChoose('stop')}>{m.two_factor_stop()}</Button>
      </div>
    </>
  )
}

function Waiting() {
  return (
    <output aria-label={m.loading()} className="block">
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="mt-4 h-11 w-32" />
    </output>
  )
}
