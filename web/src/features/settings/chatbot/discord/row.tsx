import { useState } from 'react'
import {
  connectDiscord,
  disconnectDiscord,
  getDiscordStatus,
} from '../../../../../../contract/chat/discord-calls.ts'
import type { DiscordStatus } from '../../../../../../contract/chat/discord-calls.ts'
import { m } from '../../../../../../i18n/compiled/messages.js'
import { call } from '../../../../lib/calls/call.ts'
import { toast } from '../../../../lib/toast.ts'
import { useCall } from '../../../../lib/calls/use-call.ts'
import { useCallForm } from '../../../../lib/forms/use-form.ts'
import { Field } from '../../../../ui/field.tsx'
import { Glyph } from '../../../../ui/glyphs.tsx'
import { SwitchRow } from '../../../../ui/switch-row.tsx'
import type { RowProps } from '../platform-ui.ts'
import { InlineForm } from '../../../../ui/form.tsx'
import { useAction } from '../../../../lib/calls/use-action.ts'

const platform = { platform: 'Discord' }

/** The connection to Discord. The creator pastes a webhook address (there is no OAuth consent) and can send a test message. */
export function DiscordRow({ health, onTested, renderState }: RowProps) {
  const { data: status, isFetching, setData } = useCall(getDiscordStatus, {}, { errorsTo: 'log' })
  const [isFormOpen, setIsFormOpen] = useState(false)
  const { isBusy, run } = useAction()
  const isLoading = !status && isFetching
  const isConnected = status?.connected ?? false

  async function disconnect() {
    await call(disconnectDiscord, {}, { errorsTo: 'caller' })
    setData(() => ({ connected: false, name: null }))
    toast.success(m.chatbot_disconnected(platform))
  }

  function handleConnected(now: DiscordStatus) {
    setData(() => now)
    setIsFormOpen(false)
    toast.success(m.discord_connected())
    onTested()
  }
  const isOpen = !isConnected && isFormOpen
  return (
    <div className="py-2 first:pt-0 last:pb-0" aria-busy={isLoading || isBusy}>
      <SwitchRow
        label={
          <span className="inline-flex items-center gap-2">
            <Glyph name="discord" className="size-5" />
            {platform.platform}
          </span>
        }
        hint={isLoading ? m.loading() : <StatusLine status={status} onConnect={() => setIsFormOpen(true)} />}
        checked={isConnected || isOpen}
        disabled={isLoading || isBusy}
        onChange={(on) =>
          isConnected ? void run(disconnect, () => m.chatbot_disconnect_failed(platform)) : setIsFormOpen(on)
        }
      />
      {isOpen && <AddressForm onConnected={handleConnected} />}
      {renderState(isConnected)}
      {isConnected && health?.discord?.problem === 'revoked' && <AddressForm onConnected={handleConnected} />}
    </div>
  )
}

function StatusLine({ status, onConnect }: { status: DiscordStatus | undefined; onConnect: () => void }) {
  if (status?.connected) {
    return <span className="break-words">{m.discord_connected_with({ name: status.name ?? 'Webhook' })}</span>
  }
  return (
    <>
      <span>{m.chatbot_not_connected()}</span>{' '}
      <button
        type="button"
        aria-label={m.chatbot_connect_label(platform)}
        onClick={onConnect}
        className="-my-3 inline-block rounded-sm py-3 font-semibold text-violet underline underline-offset-3 hover:no-underline"
      >
        {m.chatbot_connect()}
      </button>
    </>
  )
}

function AddressForm({ onConnected }: { onConnected: (status: DiscordStatus) => void }) {
  const form = useCallForm({
    definition: connectDiscord,
    initial: { address: '' },
    onDone: onConnected,
  })
  return (
    <InlineForm
      form={form}
      submit={m.chatbot_connect()}
      busyLabel={m.discord_connecting()}
      className="mt-2 sm:ml-15"
    >
      <Field
        {...form.text('address')}
        label={m.discord_address()}
        error={form.errors.address ?? form.errors.form}
        hint={m.discord_address_hint()}
        inputMode="url"
        spellCheck={false}
      />
    </InlineForm>
  )
}
