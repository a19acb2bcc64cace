/**
 * What the settings show of a chat platform in its own way. Each platform's folder has one of these objects, and `platforms.ts` lists them.
 */
import type { ComponentType, ReactNode } from 'react'
import type { CallResponse } from '../../../../../contract/call.ts'
import type { getChatHealth } from '../../../../../contract/chat/chat-calls.ts'
import type { ChatProblem } from '../../../../../contract/chat/chat-problems.ts'
import type { SessionUser } from '../../../../../contract/entities.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'

export type ChatHealth = CallResponse<typeof getChatHealth>

export interface PlatformStatus {
  connected: boolean
  email: string | null
}

export interface ChatNames {
  platform: string
  /** The chatbot's login on Twitch. */
  bot: string
}
/** The texts of problems. */
export type TroubleTexts = Partial<Record<ChatProblem, (names: ChatNames) => string>>

export interface SetupProps {
  health: ChatHealth | undefined
  /** The creator's currency. */
  currency?: PayoutCurrency | null | undefined
}

export interface RowProps {
  health: ChatHealth | undefined
  /** Called after something that may have solved or revealed a problem. */
  onTested: () => void
  /** Renders the chat's problem, and what is left to do after connecting. */
  renderState: (isConnected: boolean) => ReactNode
}

export interface PlatformUi {
  /** The logo in one colour, hidden from screen readers. */
  Logo: ComponentType<{ className: string }>
  /** The texts of problems whose solution depends on the platform. */
  troubles: TroubleTexts
  /** What is left to do after connecting, except a test line. */
  Setup?: ComponentType<SetupProps>
  /** The row in the list of channels, where it is not that of a platform with a consent page. */
  Row?: ComponentType<RowProps>
  /** Where the signed-in user's profile has the connection; absent where only a call of its own has it. */
  profile?: {
    read(profile: SessionUser): PlatformStatus
    remove(profile: SessionUser): SessionUser
  }
}
