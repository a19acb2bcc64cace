/** Stores Twitch's chat rooms, one for each user, with their rules and messages. */
import type { ChatLine } from '../chat-page.ts'
import type { State } from '../state.ts'
import { type Accounts, botLogin } from './accounts.ts'

export interface Room {
  channel: string
  moderators: string[]
  /** Users to whom the limits of moderators apply, without their rights. */
  vips?: string[]
  banned: string[]
  /** When each timeout ends, by login, on the clock of `Limits`. */
  timedOut: Record<string, number>
  /** Seconds between two messages of one user; 0 is off. */
  slow: number
  /** How many minutes a user must have followed the channel; -1 is off. */
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
    /** Channels whose chats are shared at the moment, each with all channels of its session. Not stored. */
    shared: new Map<string, readonly string[]>(),
    messages: state.collection<ChatLine[]>('twitch.said'),
    save: state.save,
  }
}

/** Returns a user's room, created if new, with the bot as moderator; undefined if the user does not exist. */
export function findRoom(rooms: Rooms, channel: string): Room | undefined {
  if (!rooms.accounts.users[channel]) return undefined
  return (rooms.settings[channel] ??= newRoom(channel))
}

/** Returns whether a user is the broadcaster or a moderator. */
export function isModerator(room: Room, login: string): boolean {
  return room.channel === login || room.moderators.includes(login)
}

/** Returns whether a user is the broadcaster, a moderator or a VIP, to whom fewer rules apply. */
export function isPrivileged(room: Room, login: string): boolean {
  return isModerator(room, login) || room.vips?.includes(login) === true
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
