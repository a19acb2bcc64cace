/** Why a line does not stand in a chat, as a closed set: kept on the delivery, and shown to the creator. */

/** Problems of a connection: they stay on it until a line stands in the chat again. */
export const connectionProblems = [
  /** The bot is banned from the chat, or timed out for long. */
  'banned',
  /** The channel, or the bot, is suspended by the platform. */
  'suspended',
  /** The chat is for followers, subscribers or verified accounts: making the bot a moderator helps. */
  'restricted',
  /** The bot may not write there. */
  'noPermission',
  /** The channel is not there, or does not answer. */
  'notFound',
  /** The creator has no live broadcast, so there is no chat. */
  'notLive',
  /** The broadcast has its chat switched off. */
  'chatDisabled',
  /** The creator has taken our access away. */
  'revoked',
  /** What the platform lets us do in a day is used up. */
  'quotaExceeded',
] as const
export type ConnectionProblem = (typeof connectionProblems)[number]

/** Problems of one line; the next one may well stand. */
export type LineProblem =
  /** The platform's filter refused the text. */
  | 'rejected'
  /** Sent on a sound connection, and never confirmed nor refused: not sent again, for it may stand there. */
  | 'unconfirmed'

export type ChatProblem = ConnectionProblem | LineProblem

/** Whether a problem concerns the connection, and not one line. */
export function isConnectionProblem(problem: string): problem is ConnectionProblem {
  return (connectionProblems as readonly string[]).includes(problem)
}
