/** The text of each NOTICE, by its id. `detail` is a number of seconds or minutes, a channel or a command. */
export const notices: Record<string, (detail: string) => string> = {
  msg_banned: (channel) => `You are permanently banned from talking in ${channel}.`,
  msg_channel_suspended: () => 'This channel does not exist or has been suspended.',
  msg_concurrent_channel_limit_reached: () => 'You are connected to too many chat channels.',
  msg_duplicate: () =>
    'Your message was not sent because it is identical to the previous one you sent, less than 30 seconds ago.',
  msg_emoteonly: () => 'This room is in emote-only mode.',
  msg_followersonly: (minutes) =>
    `This room is in ${minutes} minutes followers-only mode. Follow this channel to join the community!`,
  msg_ratelimit: () => 'Your message was not sent because you are sending messages too quickly.',
  msg_rejected: () => 'Your message is being checked by mods and has not been posted.',
  msg_rejected_mandatory: () =>
    "Your message wasn't posted due to conflicts with the channel's moderation settings.",
  msg_slowmode: (seconds) =>
    `This room is in slow mode and you are sending messages too quickly. You will be able to talk again in ${seconds} seconds.`,
  msg_subsonly: () => 'This room is in subscribers only mode.',
  msg_suspended: () => "You don't have permission to perform that action.",
  msg_timedout: (seconds) => `You are timed out for ${seconds} more seconds.`,
  msg_verified_email: () => 'This room requires a verified account to chat.',
  no_permission: () => "You don't have permission to perform that action.",
  unrecognized_cmd: (command) => `Unrecognized command: ${command}`,
}
