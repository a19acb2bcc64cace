/** Shows an alert: the picture, the text and the goal bar. */
import { formatMoney } from '../../contract/money-format.ts'
import type { Alert, AlertDigest } from '../../contract/sockets.ts'
import { cleanText } from './clean-text.ts'
import { cloneTemplate, find, setMotion, wait, writeSentence } from './dom.ts'
import { drawGoalBar } from './goal-bar.ts'
import { progressChangeOf, percentOf, surfaceY, vesselHeight } from './goal-progress.ts'
import type { ProgressChange } from './goal-progress.ts'
import { messageText, percent, textsFor } from './texts.ts'

/** The duration of the fade-out, as in the style sheet. */
const fadeOutMs = 350
const longMessageLength = 140

/** Shows an alert. The returned function fades it out and removes it. */
export function showAlert(alert: Alert | AlertDigest): () => Promise<void> {
  const article = cloneTemplate('alert-template')
  article.dataset['seq'] = String(alert.seq)
  article.lang = alert.locale ?? 'en'
  drawPicture(article, alert)
  writeTexts(article, alert)
  const shown = [article]
  find(document, '#alert').append(article)
  if (alert.goal) {
    const { currency } = alert.worth ?? alert
    const goal = { ...alert.goal, currency, locale: alert.locale }
    shown.push(drawGoalBar(goal, progressChangeOf(alert.goal, countedOf(alert))))
    find(document, '#goal').append(shown[1]!)
  }
  return async () => {
    for (const element of shown) element.classList.add('leaving')
    await wait(fadeOutMs)
    for (const element of shown) element.remove()
  }
}

/** Returns what the alert's tip counts in its goal. */
function countedOf({ worth, amount }: Alert | AlertDigest): number {
  return worth?.amount ?? amount
}

function writeTexts(article: HTMLElement, alert: Alert | AlertDigest): void {
  const texts = textsFor(alert.locale)
  const text = cleanText(alert.message ?? '', 500)
  const values = {
    // A name has at most 50 characters, and the censor may add two quotation marks.
    name: cleanText(alert.name, alert.kind === 'digest' ? 250 : 52),
    amount: formatMoney(alert.amount, alert.currency, alert.locale),
    goal: cleanText(alert.goal?.title ?? '', 60),
    // The quotes are part of the value, so that they follow the text direction of the message.
    message: texts.quotes[0] + text + texts.quotes[1],
  }
  const sentences = {
    tip: [texts.tip, alert.goal ? texts.towards : texts.thanks],
    goalFunded: [texts.funded, texts.filled],
    digest: [texts.missed, texts.from],
  } as const
  const [headline, line] = sentences[alert.kind]
  const message = find(article, '.message')
  writeSentence(find(article, '.headline'), headline, values)
  writeSentence(find(article, '.line'), line, values)
  if (text) writeSentence(message, messageText, values)
  else message.remove()
  message.classList.toggle('long', text.length > longMessageLength)
}

function drawPicture(article: HTMLElement, alert: Alert | AlertDigest): void {
  const picture = find(article, '.picture')
  const change = alert.goal && progressChangeOf(alert.goal, countedOf(alert))
  const figure =
    change && alert.kind === 'goalFunded'
      ? percent(percentOf(change.after))
      : formatMoney(alert.amount, alert.currency, alert.locale)
  picture.prepend(change ? drawVessel(change) : cloneTemplate('drop-template'))
  find(picture, '.figure').dataset['figure'] = figure
  picture.style.setProperty('--characters', String(figure.length))
}

function drawVessel({ before, after }: ProgressChange): HTMLElement {
  const vessel = cloneTemplate('vessel-template')
  const surface = surfaceY(after)
  setMotion(vessel, `${surfaceY(before)}px`, `${surface}px`)
  find(vessel, '#liquid').setAttribute('y2', String(vesselHeight - surface + 6))
  if (after < 1) find(vessel, '.spill').remove()
  return vessel
}
