/** The feed of widgets in an editor's frame. This file has no schema, because pages share it. */
import type { ShowWidget } from '../../contract/alerts/widget-preview.ts'
import type { WidgetFeed, WidgetMessages } from './widget.ts'

interface PreviewFeed {
  feed: WidgetFeed
  /** Sends all messages of `/live` to those that listen, the look first. */
  tell(message: Pick<ShowWidget, 'look' | 'samples'>): void
}

/** Opens a feed of an editor's messages, with one listener for each. */
export function openPreviewFeed(): PreviewFeed {
  const listeners: Partial<WidgetMessages> = {}
  return {
    feed: {
      on: (message, listener) => void (listeners[message] = listener),
      askTime: (answer) => answer(Date.now()),
    },
    tell({ look, samples }) {
      const { goals, leaderboard, totals, timer, currency, locale } = samples
      listeners.look?.({ ...look, version: 0 })
      listeners.goals?.(goals, locale)
      listeners.leaderboard?.(leaderboard, currency, locale)
      listeners.totals?.(totals, locale)
      listeners.timers?.([{ ...timer, latest: [] }], Date.now(), locale)
    },
  }
}
