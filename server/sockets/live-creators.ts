/** Sends what pages and widgets show of a creator: goals, leaderboard, timers and totals. Each gets what it wants, and nothing else. */
import type { Logger } from 'pino'
import type { LiveWants } from '../../contract/sockets.ts'
import type { LiveStates } from './live-states.ts'
import { onNewDay, openOwnDays } from './on-new-day.ts'
import type { OwnDays } from './on-new-day.ts'
import { openStateBroadcast } from './state-broadcast.ts'
import type { LiveNamespace, LiveSocket, StateBroadcast } from './state-broadcast.ts'

/** What pages get that are not widgets. */
const pageWants = ['goals', 'leaderboard'] as const
/** What a scene gets: where its layers are, and what all of them show. */
const sceneWants = ['scene', 'goals', 'leaderboard', 'timers', 'totals'] as const

export interface LiveCreators {
  /** Sends a socket what it shows of its creator, if it shows one. */
  join(socket: LiveSocket): void
  /** Sends a creator's goals, leaderboard and totals to the pages that show them. */
  refresh(creatorUid: string): void
  /** Sends a creator's timers to the pages that show them. */
  refreshTimers(creatorUid: string): void
  /** Sends a creator's scene to the pages that show it. */
  refreshScene(creatorUid: string): void
  refreshAll(): void
  /** Closes the totals of a creator, and scenes, which have them, because the key or the session that opened them may be gone. They connect again. */
  closeTotals(creatorUid: string): void
  stop(): void
}

export function openLiveCreators(
  live: LiveNamespace,
  states: Omit<LiveStates, 'unread'>,
  log: Logger,
): LiveCreators {
  const ownDays = openOwnDays((creatorUid) => shown.totals.refresh(creatorUid))
  const shown: Record<LiveWants, StateBroadcast> = {
    goals: openStateBroadcast(live, states.goals, log),
    leaderboard: openStateBroadcast(live, states.leaderboard, log),
    timers: openStateBroadcast(live, states.timers, log),
    totals: openStateBroadcast(live, withOwnDays(states.totals, ownDays), log),
    scene: openStateBroadcast(live, states.scene, log),
  }
  const all = Object.values(shown)
  const stopDays = onNewDay(() => shown.leaderboard.refreshAll())
  return {
    join(socket) {
      const { creatorUid, wants } = socket.data
      if (creatorUid) for (const each of listParts(wants)) shown[each].join(socket, creatorUid)
    },
    refresh(creatorUid) {
      for (const each of ['goals', 'leaderboard', 'totals'] as const) shown[each].refresh(creatorUid)
    },
    refreshTimers: shown.timers.refresh,
    refreshScene: shown.scene.refresh,
    refreshAll() {
      for (const broadcast of all) broadcast.refreshAll()
    },
    closeTotals(creatorUid) {
      live.in(shown.totals.roomOf(creatorUid)).disconnectSockets(true)
    },
    stop() {
      for (const broadcast of all) broadcast.stop()
      stopDays()
      ownDays.stop()
    },
  }
}

function listParts(wants: LiveWants | undefined): readonly LiveWants[] {
  if (wants === 'scene') return sceneWants
  return wants ? [wants] : pageWants
}

/** Totals that also set when the creator's day ends, each time that they are read. */
function withOwnDays(totals: LiveStates['totals'], ownDays: OwnDays): LiveStates['totals'] {
  return {
    ...totals,
    async read(creatorUid) {
      const state = await totals.read(creatorUid)
      if (state.dayEndsAt) ownDays.setEnd(creatorUid, state.dayEndsAt)
      return state
    },
  }
}
