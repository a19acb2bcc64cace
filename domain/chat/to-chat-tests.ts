/** A creator's latest test lines, as the settings show them. */
import type { ChatTest } from '../../contract/chat/chat-calls.ts'
import { byPlatform, chatPlatform } from '../../contract/chat/platforms.ts'
import type { ChatPlatform } from '../../contract/chat/platforms.ts'
import type { ChatTestRow } from '../../db/queries/chat/chat-tests.ts'
import { toOutcome } from './to-chat-log.ts'

/** Returns the latest test line of each chat, or null where there was none. */
export function toChatTests(rows: readonly ChatTestRow[]): Record<ChatPlatform, ChatTest | null> {
  const tests = rows.map((row) => [row.platform, toChatTest(row)] as const)
  return { ...byPlatform(chatPlatform.options, () => null), ...Object.fromEntries(tests) }
}

function toChatTest({ status, reason, at }: ChatTestRow): ChatTest {
  return { at: at.toISOString(), ...toOutcome(status, reason) }
}
