/** Twitch's chat rooms: one for each user, with its rules and what was said. */
import type { ChatLine } from '../chat-page.ts'
import type { State } from '../state.ts'
import { type Accounts, botLogin } from './accounts.ts'

export interface Room {
  channel: string
  moderators: string[]
  banned: string[]
  /** Who may not speak until when, on the scaled clock. */
  timedOut: Record<string, number>
  /** Seconds between two messages of one user; 0 is off. */
  slow: number
  /** Minutes somebody must have followed; -1 is off. */
  followersOnly: number
  emoteOnly: boolean
  subsOnly: boolean
  suspended: boolean
  /** Words that the channel's moderation settings refuse. */
  rejects: string[]
  /** A NOTICE id with which everything said here is refused; '' is off. */
  refuse: string
}

export interface Rooms {
  accounts: Accounts
  settings: Record<string, Room>
  said: Record<string, ChatLine[]>
  save(): void
}

const linesKept = 300

/** Opens the rooms that were left. */
export function openRooms(state: State, accounts: Accounts): Rooms {
  return {
    accounts,
    settings: state.collection('twitch.rooms'),
    said: state.collection('twitch.said'),
    save: state.save,
  }
}

/** The room of a user; undefined when there is no such user. The bot is moderator in a new one. */
export function findRoom(rooms: Rooms, channel: string): Room | undefined {
  if (!rooms.accounts.users[channel]) return undefined
  const room = (rooms.settings[channel] ??= newRoom(channel))
  return room
}

/** Broadcaster and moderators are bound by fewer rules. */
export function isPrivileged(room: Room, login: string): boolean {
  return room.channel === login || room.moderators.includes(login)
}

/** Remembers a line that was shown. */
export function keepLine(rooms: Rooms, channel: string, line: ChatLine): void {
  const said = (rooms.said[channel] ??= [])
  said.push(line)
  if (said.length > linesKept) said.splice(0, said.length - linesKept)
  rooms.save()
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
