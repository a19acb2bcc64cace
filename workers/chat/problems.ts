/** Why a line does not stand in a chat, as a closed set: kept on the delivery, and shown to the creator. */
import type { ChatProblem as ShownProblem } from '../../contract/chat-problems.ts'

/** Sent on a sound connection, and never confirmed nor refused: not sent again, for it may stand there. No state of the chat. */
export type LineProblem = 'unconfirmed'

export type ChatProblem = ShownProblem | LineProblem
