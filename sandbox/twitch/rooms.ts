/** Twitch's chat rooms, one for each user: rules and messages. */
import type { ChatLine } from '../chat-page.ts'
import type { State } from '../state.ts'
import { type Accounts, botLogin } from './accounts.ts'

export interface Room {
  channel: string
  moderators: string[]
  banned: string[]
  /** When each timeout ends, by login, on the clock of `Limits`. */
  timedOut: Record<string, number>
  /** Seconds between two messages of one user; 0 is off. */
  slow: number
  /** The minutes a user must have followed; -1 is off. */
  followersOnly: number
  emoteOnly: boolean
  subsOnly: boolean
  suspended: boolean
  /** Words that the channel's moderation settings block. */
  rejects: string[]
  /** The NOTICE id with which every message is refused; '' is off. */
  refuse: string
}

export type Rooms = ReturnType<typeof openRooms>

/** Opens the stored rooms. */
export function openRooms(state: State, accounts: Accounts) {
  return {
    accounts,
    settings: state.collection<Room>('twitch.rooms'),
    messages: state.collection<ChatLine[]>('twitch.said'),
    save: state.save,
  }
}

/** Returns the room of a user, created when new, with the bot as moderator; undefined when the user does not exist. */
export function findRoom(rooms: Rooms, channel: string): Room | undefined {
  if (!rooms.accounts.users[channel]) return undefined
  return (rooms.settings[channel] ??= newRoom(channel))
}

/** Returns whether fewer rules apply to a user: the broadcaster and moderators. */
export function isPrivileged(room: Room, login: string): boolean {
  return room.channel === login || room.moderators.includes(login)
}

function newRoom(channel: string): Room {
  return {
    channel,
    moderators: [botLogin],
    banned: [],
    timedOut: {},
    slow: 0,
    followersOnly: -1,
    emoteOnly: false,
    subsOnly: false,
    suspended: false,
    rejects: [],
    refuse: '',
  }
}
