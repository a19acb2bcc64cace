import { useState } from 'react'
import * as z from 'zod/mini'
import type { CallResponse } from '../../../../contract/call.ts'
import { changePanel, getPanel } from '../../../../contract/panel/panel-calls.ts'
import {
  panelShow,
  panelShowCount,
  panelState,
  panelTip,
  panelTipCount,
} from '../../../../contract/panel/panel.ts'
import type {
  PanelChange,
  PanelShow,
  PanelState,
  PanelTip,
  ShowAction,
} from '../../../../contract/panel/panel.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { CallError } from '../../lib/calls/call-error.ts'
import { call } from '../../lib/calls/call.ts'
import { useLive } from '../../lib/calls/live.ts'
import { vibrate } from '../../lib/haptics.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { doneText } from './action-texts.ts'

type Loaded = CallResponse<typeof getPanel>

/** How often to resend a change without a response; its id keeps it from being made twice. */
const maxTries = 3

/** What became of the last change, and which action it was. It is in the panel, because a toast would cover the buttons of a dock. */
export interface PanelNote {
  text: string
  isError: boolean
  actionId?: string
}

/** A creator's control panel, kept live, and the changes to it. */
export function usePanel(creatorUid: string) {
  const loaded = useCall(getPanel, { query: { creatorUid } })
  const [isClosed, setIsClosed] = useState(false)
  const [busy, setBusy] = useState<string>()
  const [note, setNote] = useState<PanelNote>()

  const live = useLive(
    { panel: creatorUid },
    {
      panel(event, ...data) {
        if (event === 'panelClosed') return setIsClosed(true)
        loaded.setData((now) => now && receive(now, event, data))
      },
    },
  )

  function putState(state: PanelState): void {
    loaded.setData((now) => now && putNewer(now, state))
  }

  /** Makes a change. Resolves to whether it was made; `note` says what became of it. `key` marks the button that is busy. */
  async function act(change: PanelChange, key: string = change.kind): Promise<boolean> {
    const actionId = crypto.randomUUID()
    setBusy(key)
    let state: PanelState
    try {
      state = (await send(creatorUid, actionId, change)).panel
      putState(state)
    } catch (error) {
      const text = error instanceof Error ? error.message : m.error_internal()
      vibrate('failed')
      setNote({ text, isError: true })
      return false
    } finally {
      setBusy(undefined)
    }
    vibrate(change.kind === 'panic' ? 'alarm' : 'done')
    setNote({ text: doneText(change, state), isError: false, actionId })
    return true
  }

  return { loaded, live, isClosed, busy, note, act }
}

export type Panel = ReturnType<typeof usePanel>

/** Sends a change, also when the first attempts find no server. */
async function send(creatorUid: string, actionId: string, change: PanelChange) {
  const body = { creatorUid, actionId, change }
  for (let tries = 1; ; tries++) {
    try {
      return await call(changePanel, { body }, { errorsTo: 'caller' })
    } catch (error) {
      const isLost = error instanceof CallError && error.kind === 'network'
      if (!isLost || tries === maxTries) throw error
    }
  }
}

const tipsMessage = z.tuple([z.array(panelTip), z.boolean()])

const showsMessage = z.tuple([z.array(panelShow), z.boolean()])

function receive(now: Loaded, event: 'panel' | 'panelTips' | 'panelShows', data: unknown[]): Loaded {
  if (event === 'panel') {
    const state = panelState.safeParse(data[0])
    return state.success ? putNewer(now, state.data) : now
  }
  if (event === 'panelShows') {
    const shows = showsMessage.safeParse(data)
    if (!shows.success) return now
    const [changed, isAll] = shows.data
    return { ...now, shows: isAll ? changed : mergeShows(now.shows, changed) }
  }
  const tips = tipsMessage.safeParse(data)
  return tips.success
    ? { ...now, tips: tips.data[1] ? tips.data[0] : mergeTips(now.tips, tips.data[0]) }
    : now
}

function putNewer(now: Loaded, panel: PanelState): Loaded {
  return panel.version < now.panel.version ? now : { ...now, panel }
}

/** Puts new and changed tips into a list, which stays in the order of their numbers, latest first. */
export function mergeTips(before: readonly PanelTip[], changed: readonly PanelTip[]): PanelTip[] {
  const all = new Map([...before, ...changed].map((tip) => [tip.tipId, tip]))
  return [...all.values()].toSorted((a, b) => b.no - a.no).slice(0, panelTipCount)
}

/** Puts new and changed show events into a list, latest first. */
export function mergeShows(before: readonly PanelShow[], changed: readonly PanelShow[]): PanelShow[] {
  const all = new Map([...before, ...changed].map((show) => [show.showEventId, show]))
  return [...all.values()].toSorted((a, b) => compareTimes(b, a)).slice(0, panelShowCount)
}

/** What the feed lists. */
export type FeedEntry = PanelTip | PanelShow

/** Returns tips and show events together, latest first. Tips stay in the order of their numbers. */
export function toFeed(tips: readonly PanelTip[], shows: readonly PanelShow[]): FeedEntry[] {
  const feed: FeedEntry[] = []
  let next = 0
  for (const tip of tips) {
    while (next < shows.length && compareTimes(shows[next]!, tip) > 0) feed.push(shows[next++]!)
    feed.push(tip)
  }
  return [...feed, ...shows.slice(next)]
}

/** Returns the id of an entry. */
export function entryIdOf(entry: FeedEntry): string {
  return 'tipId' in entry ? entry.tipId : entry.showEventId
}

/** Returns the change that does one thing with an entry. */
export function changeOf(action: ShowAction, entry: FeedEntry): PanelChange {
  if ('tipId' in entry) return { kind: action, tipId: entry.tipId }
  return { kind: 'show', action, showEventId: entry.showEventId }
}

function compareTimes(a: { at: string }, b: { at: string }): number {
  return Date.parse(a.at) - Date.parse(b.at)
}
