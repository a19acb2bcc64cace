/** An alert on screen: the picture, the words, and the goal's bar. */
import { formatMoney } from '../../contract/money-format.ts'
import type { Alert } from '../../contract/sockets.ts'
import { calmText } from './calm-text.ts'
import { cloneTemplate, find, move, wait, write } from './dom.ts'
import { drawGoalBar } from './goal-bar.ts'
import { levelsOf, percentOf, surfaceAt, vesselHeight } from './levels.ts'
import type { Levels } from './levels.ts'
import { message as messageText, percent, textsIn } from './texts.ts'

/** As long as the style sheet takes to fade an alert out. */
const leavingTime = 350
const longMessage = 140

/** Puts an alert on screen; what it returns takes it off again. */
export function showAlert(alert: Alert): () => Promise<void> {
  const article = cloneTemplate('alert-template')
  article.dataset['seq'] = String(alert.seq)
  article.lang = alert.locale ?? 'en'
  drawPicture(article, alert)
  writeWords(article, alert)
  const shown = [article]
  find(document, '#alert').append(article)
  if (alert.goal) {
    const { currency, locale } = alert
    const goal = { ...alert.goal, currency, locale }
    shown.push(drawGoalBar(goal, levelsOf(alert.goal, alert.amount)))
    find(document, '#goal').append(shown[1]!)
  }
  return async () => {
    for (const element of shown) element.classList.add('leaving')
    await wait(leavingTime)
    for (const element of shown) element.remove()
  }
}

function writeWords(article: HTMLElement, alert: Alert): void {
  const isFunded = alert.kind === 'goalFunded'
  const texts = textsIn(alert.locale)
  const words = calmText(alert.message ?? '', 500)
  const values = {
    name: calmText(alert.name, 50),
    amount: formatMoney(alert.amount, alert.currency, alert.locale),
    goal: calmText(alert.goal?.title ?? '', 60),
    message: texts.quotes[0] + words + texts.quotes[1], // the marks stand where the message's own direction of writing puts them
  }
  const tipLine = alert.goal ? texts.towards : texts.thanks
  const message = find(article, '.message')
  write(find(article, '.headline'), isFunded ? texts.funded : texts.tip, values)
  write(find(article, '.line'), isFunded ? texts.filled : tipLine, values)
  if (words) write(message, messageText, values)
  else message.remove()
  message.classList.toggle('long', words.length > longMessage)
}

function drawPicture(article: HTMLElement, alert: Alert): void {
  const picture = find(article, '.picture')
  const levels = alert.goal && levelsOf(alert.goal, alert.amount)
  const figure =
    levels && alert.kind === 'goalFunded'
      ? percent(percentOf(levels.after))
      : formatMoney(alert.amount, alert.currency, alert.locale)
  picture.prepend(levels ? drawVessel(levels) : cloneTemplate('drop-template'))
  find(picture, '.figure').dataset['figure'] = figure
  picture.style.setProperty('--characters', String(figure.length))
}

function drawVessel({ before, after }: Levels): HTMLElement {
  const vessel = cloneTemplate('vessel-template')
  const surface = surfaceAt(after)
  move(vessel, `${surfaceAt(before)}px`, `${surface}px`)
  find(vessel, '#liquid').setAttribute('y2', String(vesselHeight - surface + 6))
  if (after < 1) find(vessel, '.spill').remove()
  return vessel
}
