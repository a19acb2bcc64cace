/** A creator's latest test lines, as the settings show them. */
import type { ChatTest } from '../../contract/chat-calls.ts'
import type { ChatPlatform } from '../../contract/entities.ts'
import type { ChatTestRow } from '../../db/queries/chat-tests.ts'
import { toOutcome } from './to-chat-log.ts'

/** Returns the latest test line of each chat, or null where there was none. */
export function toChatTests(rows: readonly ChatTestRow[]): Record<ChatPlatform, ChatTest | null> {
  const tests = rows.map((row) => [row.platform, toChatTest(row)] as const)
  return { youtube: null, twitch: null, discord: null, ...Object.fromEntries(tests) }
}

function toChatTest({ status, reason, at }: ChatTestRow): ChatTest {
  return { at: at.toISOString(), ...toOutcome(status, reason) }
}
