/**
 * The widget page: `widget=goal` is a bar that moves with every tip, `timer` the clock of a donothon, `top` and `recent` are boards,
 * `total` is a sum. The code of each is loaded only for it.
 */
import { parseQuery } from './page-query.ts'
import type { PageQuery } from './page-query.ts'
import { find, toggleWrongAddress } from './dom.ts'

type Show = (query: PageQuery, params: URLSearchParams) => Promise<unknown>

/** After how long the page is loaded again if a deployment has replaced the file of its widget, in milliseconds. */
const reloadMs = 10_000

const element = (id: string) => find(document, `#${id}`)

const widgets: Record<string, Show> = {
  goal: async ({ userUID }, params) => {
    const { showGoal } = await import('./goal.ts')
    showGoal(element('goal'), userUID, params)
  },
  timer: async ({ userUID }, params) => {
    const { showTimer } = await import('./timer.ts')
    showTimer(element('timer'), userUID, params.get('timer'))
  },
  top: showBoardOf('top'),
  recent: showBoardOf('recent'),
  total: async (query, params) => {
    const { showTotal } = await import('./total.ts')
    showTotal(element('total'), query, params)
  },
}

const query = parseQuery(location.search, location.hash)
const params = new URLSearchParams(location.search)
const name = params.get('widget') ?? ''
const show = Object.hasOwn(widgets, name) ? widgets[name] : undefined
if (query && show) show(query, params).catch(() => setTimeout(() => location.reload(), reloadMs))
else toggleWrongAddress(true)

function showBoardOf(board: 'top' | 'recent'): Show {
  return async ({ userUID }, addressed) => {
    const { readBoardChoice, showBoard } = await import('./board.ts')
    showBoard(element('board'), userUID, readBoardChoice(board, addressed))
  }
}
