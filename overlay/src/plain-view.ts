/** Shows who tipped how much, and nothing else, because the file that draws alerts could not be loaded. */
import { formatMoney } from '../../contract/money/money-format.ts'
import type { QueuedAlert } from './alert-queue.ts'
import { cleanText } from './clean-text.ts'
import { cloneTemplate, find } from './dom.ts'

/** Shows an alert. The returned function removes it, like those of `alert-view.ts`. */
export function showPlainly(alert: QueuedAlert): () => Promise<void> {
  const article = cloneTemplate('alert-template')
  article.dataset['seq'] = String(alert.seq)
  const name = cleanText(alert.name, 52)
  const text =
    alert.kind === 'show' ? name : `${name} · ${formatMoney(alert.amount, alert.currency, alert.locale)}`
  find(article, '.headline').textContent = text
  find(document, '#alert').append(article)
  return async () => article.remove()
}
