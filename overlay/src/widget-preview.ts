/**
 * A widget's page in the frame of the editor of styles: shows what the editor sends, with the code that draws the widget on the stream.
 * It has no connection.
 */
import { showWidget } from '../../contract/alerts/widget-preview.ts'
import type { ShowWidget } from '../../contract/alerts/widget-preview.ts'
import { listenToEditor, reportToEditor } from './editor.ts'
import { followLook } from './widget.ts'
import type { OpenFeed, WidgetFeed, WidgetMessages } from './widget.ts'

/** Shows a widget, which `show` draws from a feed of the editor's messages. */
export async function previewWidget(show: (open: OpenFeed) => Promise<unknown>): Promise<void> {
  const listeners: Partial<WidgetMessages> = {}
  const feed: WidgetFeed = {
    on: (message, listener) => void (listeners[message] = listener),
    askTime: (answer) => answer(Date.now()),
  }
  followLook(feed)
  await show(() => feed)
  listenToEditor(showWidget, (message) => tell(listeners, message))
  reportToEditor('ready')
}

/** Sends the widget every message of `/live`, of which it listens to one, and its look first. */
function tell(listeners: Partial<WidgetMessages>, { look, samples }: ShowWidget): void {
  const { goals, leaderboard, totals, timer, currency, locale } = samples
  listeners.look?.({ ...look, version: 0 })
  listeners.goals?.(goals, locale)
  listeners.leaderboard?.(leaderboard, currency, locale)
  listeners.totals?.(totals, locale)
  listeners.timers?.([{ ...timer, latest: [] }], Date.now(), locale)
}
