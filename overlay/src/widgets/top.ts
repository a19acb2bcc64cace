/** The widgets of the leaderboard: the top supporters of a period, and the latest tips. */
import type { Leaderboard } from '../../../contract/entities.ts'
import type { Locale } from '../../../contract/locale.ts'
import { formatMoney } from '../../../contract/money/money-format.ts'
import type { PayoutCurrency } from '../../../contract/money/money.ts'
import { cleanText } from '../clean-text.ts'
import type { ShowWidget } from '../widget.ts'

const periods = { week: 'weekly', month: 'monthly', all: 'allTime' } as const

/** What a board shows: `count` entries of one list. */
interface BoardChoice {
  list: keyof Leaderboard
  count: number
}

/** Reads what to show from the page's address: `period=week|month|all` and `count=1..10`, by default all time and five. */
function readBoardChoice(params: URLSearchParams): BoardChoice {
  const period = params.get('period') as keyof typeof periods | null
  const count = Number(params.get('count') ?? 5)
  return {
    list: params.get('widget') === 'recent' ? 'recent' : (periods[period ?? 'all'] ?? 'allTime'),
    count: Number.isInteger(count) && count >= 1 && count <= 10 ? count : 5,
  }
}

export const show: ShowWidget = (container, open, params) => {
  const choice = readBoardChoice(params)
  open('leaderboard').on('leaderboard', (board, currency, locale) =>
    drawBoard(container, board, choice, { currency, locale }),
  )
}

/** Draws the entries as rows: place, name and amount. Only rows that have changed are replaced. */
function drawBoard(
  container: HTMLElement,
  board: Leaderboard,
  { list, count }: BoardChoice,
  { currency, locale }: { currency: PayoutCurrency; locale: Locale },
): void {
  const rows = board[list].slice(0, count).map(({ name, amount }) => {
    const row = document.createElement('div')
    row.className = 'board-row'
    const bdi = document.createElement('bdi')
    bdi.textContent = cleanText(name, 50)
    const sum = document.createElement('span')
    sum.textContent = formatMoney(amount, currency, locale)
    row.append(bdi, sum)
    return row
  })
  const same = rows.length === container.childElementCount
  rows.forEach((row, i) => {
    if (same && container.children[i]?.textContent === row.textContent) row.classList.add('already-shown')
  })
  container.replaceChildren(...rows)
}
