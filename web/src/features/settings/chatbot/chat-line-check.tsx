import { Send } from 'lucide-react'
import { sendTestLine } from '../../../../../contract/chat/chat-calls.ts'
import type { ChatTest } from '../../../../../contract/chat/chat-calls.ts'
import { chatPlatforms } from '../../../../../contract/chat/platforms.ts'
import type { ChatPlatform } from '../../../../../contract/chat/platforms.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { CallError } from '../../../lib/calls/call-error.ts'
import { call } from '../../../lib/calls/call.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { endText } from './end-text.ts'

interface TestLineProps {
  platform: ChatPlatform
  /** The latest test line of the chat. */
  test: ChatTest | null | undefined
  onTested: () => void
}

/** Sends a test line to a chat, on the way of real announcements, and says what became of the latest one. */
export function TestLine({ platform, test, onTested }: TestLineProps) {
  const { isBusy, run } = useAction()
  const isWaiting = test?.end === 'waiting'

  async function handleClick() {
    const send = () => call(sendTestLine, { body: { platform } }, { errorsTo: 'caller' })
    await run(send, (error) => (error instanceof CallError ? error.message : m.error_internal()))
    onTested()
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        size="small"
        aria-label={m.setup_test_label({ platform: chatPlatforms[platform].name })}
        isBusy={isBusy || isWaiting}
        busyLabel={m.discord_testing()}
        onClick={() => void handleClick()}
      >
        <Send aria-hidden className="size-4" />
        {m.setup_test()}
      </Button>
      <p aria-live="polite" className="text-sm text-muted">
        {test && m.setup_test_outcome({ outcome: endText(test), time: formatDateTime(test.at) })}
      </p>
    </div>
  )
}
