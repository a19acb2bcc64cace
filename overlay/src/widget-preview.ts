/**
 * A widget's page in the frame of the editor of styles: shows what the editor sends, with the code that draws the widget on the stream.
 * It has no connection.
 */
import { showWidget } from '../../contract/alerts/widget-preview.ts'
import { listenToEditor, sendToEditor } from './editor.ts'
import { openPreviewFeed } from './preview-feed.ts'
import { followLook } from './widget.ts'
import type { OpenFeed } from './widget.ts'

/** Shows a widget, which `show` draws from a feed of the editor's messages. */
export async function previewWidget(show: (open: OpenFeed) => Promise<unknown>): Promise<void> {
  const { feed, tell } = openPreviewFeed()
  followLook(feed)
  await show(() => feed)
  listenToEditor(showWidget, tell)
  sendToEditor({ type: 'ready' })
}
