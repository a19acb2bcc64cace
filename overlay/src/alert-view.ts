/** Shows an alert: the picture, the text and the goal bar. */
import { kindOf } from '../../contract/alerts/alert-looks.ts'
import type { AlertLook } from '../../contract/alerts/alert-style.ts'
import type { ShowAlert } from '../../contract/alerts/alert.ts'
import { formatMoney } from '../../contract/money/money-format.ts'
import type { QueuedAlert } from './alert-queue.ts'
import { percentText, quantityText, sentencesOf, valuesOf } from './alert-texts.ts'
import { cloneTemplate, find, wait, writeSentence } from './dom.ts'
import { fitAlert } from './fit-alert.ts'
import { drawGoalBar } from './goal-bar.ts'
import { progressChangeOf, percentOf } from './goal-progress.ts'
import type { ProgressChange } from './goal-progress.ts'
import { setLettering } from './lettering.ts'
import { setLook } from './look.ts'
import type { DrawPicture } from './pictures.ts'
import { moveTexts } from './text-motion.ts'
import type { Theme } from './themes/theme.ts'

/** The duration of the way out, as in the style sheets. It ends by a timer, because hidden pages in OBS run no animations. */
const leaveMs = 350
const longMessageLength = 140

export interface View {
  look: AlertLook
  /** Undefined if the theme's file could not be loaded: the alert has no drawing. */
  theme: Theme | undefined
  /** Draws the uploaded picture that replaces the drawing; undefined if the look has none, or it could not be loaded. */
  picture?: DrawPicture | undefined
  /** The name of the variation that the alert has. */
  variation?: string | undefined
  /** The address of the creator's page. */
  pageUrl: string
  /** Whether all pieces of our font are here that the alert's emoji need. What comes later does not move an alert on screen. */
  hasEmoji: boolean
}

/** Shows an alert. The returned function lets it leave and removes it. */
export function showAlert(alert: QueuedAlert, view: View): () => Promise<void> {
  const { look } = view
  document.documentElement.classList.toggle('emoji', view.hasEmoji)
  const article = createArticle(alert, view)
  const change = changeOf(alert)
  if (change) setProgress(article, change)
  drawPicture(article, alert, view, change)
  writeTexts(article, alert, view)
  setLettering(article, look.lettering)
  find(document, '#alert').append(article)
  const bar = alert.kind !== 'show' && change && look.showsGoal ? showBar(alert, look, change) : undefined
  fitAlert(article, bar)
  moveTexts(article, look.lettering)
  const shown = bar ? [article, bar] : [article]
  return async () => {
    for (const element of shown) element.classList.add('leaving')
    await wait(leaveMs)
    for (const element of shown) element.remove()
  }
}

function showBar(
  alert: Exclude<QueuedAlert, ShowAlert>,
  look: AlertLook,
  change: ProgressChange,
): HTMLElement {
  const { currency } = alert.worth ?? alert
  const bar = drawGoalBar({ ...alert.goal!, currency, locale: alert.locale }, change)
  setLook(bar, look)
  const section = find(document, '#goal')
  section.classList.toggle('at-top', look.place.startsWith('bottom'))
  section.append(bar)
  return bar
}

function createArticle(alert: QueuedAlert, { look, variation }: View): HTMLElement {
  const article = cloneTemplate('alert-template')
  Object.assign(article.dataset, {
    seq: String(alert.seq),
    kind: kindOf(alert),
    theme: look.theme,
    place: look.place,
    size: look.size,
    ...(look.entrance && { entrance: look.entrance }),
    ...(look.exit && { exit: look.exit }),
    ...(variation && { variation }),
  })
  article.lang = alert.locale ?? 'en'
  setLook(article, look)
  return article
}

/** Returns how far the alert's tip moved its goal; undefined without a goal. */
function changeOf(alert: QueuedAlert): ProgressChange | undefined {
  if (alert.kind === 'show' || !alert.goal) return undefined
  return progressChangeOf(alert.goal, alert.worth?.amount ?? alert.amount)
}

/** Gives the style sheets the goal's progress before and after the tip, from 0 to 1. */
function setProgress(article: HTMLElement, { before, after }: ProgressChange): void {
  article.dataset['goal'] = after >= 1 ? 'full' : 'part'
  article.style.setProperty('--before', String(Math.min(before, 1)))
  article.style.setProperty('--after', String(Math.min(after, 1)))
}

function writeTexts(article: HTMLElement, alert: QueuedAlert, { look, pageUrl }: View): void {
  const values = valuesOf(alert, pageUrl)
  const { message = '' } = values
  const sentences = { ...sentencesOf(alert, look), message: look.showsMessage && message ? '{message}' : '' }
  for (const [name, sentence] of Object.entries(sentences)) {
    const element = find(article, `.${name}`)
    if (sentence) writeSentence(element, sentence, values)
    else element.remove()
  }
  const isLong = message.length > longMessageLength + 2
  article.classList.toggle('long', isLong)
  article.querySelector('.message')?.classList.toggle('long', isLong)
}

function drawPicture(
  article: HTMLElement,
  alert: QueuedAlert,
  { picture: drawUploaded, theme }: View,
  progress: ProgressChange | undefined,
): void {
  const picture = find(article, '.picture')
  const drawing = drawUploaded ? drawUploaded() : theme?.draw({ progress })
  if (drawing) picture.prepend(drawing)
  picture.classList.toggle('own', drawUploaded !== undefined)
  const figure = figureOf(alert, progress)
  find(picture, '.figure').dataset['figure'] = figure
  picture.style.setProperty('--characters', String(Math.max(figure.length, 1)))
}

/** Returns what the picture says large: the tip's amount, how full its goal is, or what a show event counts. */
function figureOf(alert: QueuedAlert, progress: ProgressChange | undefined): string {
  if (alert.kind === 'show') return quantityText(alert.show, alert.locale)
  const { milestone, kind, amount, currency, locale } = alert
  const isPart = milestone !== undefined && milestone !== 'one-tip'
  if (!progress || (kind !== 'goalFunded' && !isPart)) return formatMoney(amount, currency, locale)
  return percentText(isPart ? Number(milestone) : percentOf(progress.after))
}
