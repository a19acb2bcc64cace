/**
 * The widget page: `widget=goal` is a bar that moves with every tip, `timer` the clock of a donothon, `top` and `recent` are boards,
 * `total` is a sum. The code of each is loaded only for it. As the preview of the editor of styles it shows what the editor sends.
 */
import { parseQuery } from './page-query.ts'
import { find, toggleWrongAddress } from './dom.ts'
import { connectWidget } from './widget.ts'
import type { OpenFeed } from './widget.ts'
import { findWidget } from './widget-files.ts'

/** After how long the page is loaded again if a deployment has replaced the file of its widget, in milliseconds. */
const reloadMs = 10_000

const query = parseQuery(location.search, location.hash)
const params = new URLSearchParams(location.search)
const name = params.get('widget') ?? ''
const load = findWidget(name)
const reload = () => setTimeout(() => location.reload(), reloadMs)
if (load && params.has('editor'))
  void import('./widget-preview.ts').then(({ previewWidget }) => previewWidget((open) => show(load, open)))
else if (query && load) show(load, (wants) => connectWidget(query, wants)).catch(reload)
else toggleWrongAddress(true)

async function show(loadWidget: NonNullable<typeof load>, open: OpenFeed): Promise<void> {
  const widget = await loadWidget()
  widget.show(find(document, `[data-widgets~=${name}]`), open, params)
  void import('./emoji.ts').then(({ watchEmoji }) => watchEmoji())
}
