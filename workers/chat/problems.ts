/** Defines the reasons why a message was not posted, which are stored with the delivery and shown to the creator. */
import type { ChatProblem as ShownProblem } from '../../contract/chat/chat-problems.ts'

/**
 * The message was sent, but neither confirmed nor refused. It may be in the chat, so it is not sent again. This says nothing
 * about the state of the chat.
 */
export type MessageProblem = 'unconfirmed'

export type ChatProblem = ShownProblem | MessageProblem
