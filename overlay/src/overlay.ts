/**
 * The widget page: `widget=goal` is a bar that moves with every tip, `timer` the clock of a donothon, `top` and `recent` are boards,
 * `total` is a sum. The code of each is loaded only for it. As the preview of the editor of styles it shows what the editor sends.
 */
import { parseQuery } from './page-query.ts'
import { find, toggleWrongAddress } from './dom.ts'
import { connectWidget } from './widget.ts'
import type { OpenFeed } from './widget.ts'

type Show = (open: OpenFeed, params: URLSearchParams) => Promise<unknown>

/** After how long the page is loaded again if a deployment has replaced the file of its widget, in milliseconds. */
const reloadMs = 10_000

const element = (id: string) => find(document, `#${id}`)

const widgets: Record<string, Show> = {
  goal: async (open, params) => {
    const { showGoal } = await import('./goal.ts')
    showGoal(element('goal'), open, params)
  },
  timer: async (open, params) => {
    const { showTimer } = await import('./timer.ts')
    showTimer(element('timer'), open, params.get('timer'))
  },
  top: showBoardOf('top'),
  recent: showBoardOf('recent'),
  total: async (open, params) => {
    const { showTotal } = await import('./total.ts')
    showTotal(element('total'), open, params)
  },
}

const query = parseQuery(location.search, location.hash)
const params = new URLSearchParams(location.search)
const name = params.get('widget') ?? ''
const show = Object.hasOwn(widgets, name) ? widgets[name] : undefined
const reload = () => setTimeout(() => location.reload(), reloadMs)
if (show && params.has('editor'))
  void import('./widget-preview.ts').then(({ previewWidget }) => previewWidget((open) => show(open, params)))
else if (query && show) show((wants) => connectWidget(query, wants), params).catch(reload)
else toggleWrongAddress(true)

function showBoardOf(board: 'top' | 'recent'): Show {
  return async (open, addressed) => {
    const { readBoardChoice, showBoard } = await import('./board.ts')
    showBoard(element('board'), open, readBoardChoice(board, addressed))
  }
}
