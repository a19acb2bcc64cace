import type { ChatPlatform } from '../../../../../contract/chat/platforms.ts'
import { TestLine } from './chat-line-check.tsx'
import type { SetupProps } from './platform-ui.ts'
import { platformUis } from './platforms.ts'

interface ChatSetupProps extends SetupProps {
  platform: ChatPlatform
  /** Called after a test line, because it may have solved or revealed a problem. */
  onTested: () => void
}

/** What is left to do after connecting a chat: making the chatbot a moderator, and a test line. */
export function ChatSetup({ platform, health, currency, onTested }: ChatSetupProps) {
  const { Setup } = platformUis[platform]
  return (
    <div className="mt-1 mb-2 grid gap-3 sm:ml-15">
      {Setup && <Setup health={health} currency={currency} />}
      <TestLine platform={platform} test={health?.tests?.[platform]} onTested={onTested} />
    </div>
  )
}
