/** Converts a show event to its alert, with censored words. */
import { dateLocale } from '../../contract/locale.ts'
import type { Locale } from '../../contract/locale.ts'
import { m } from '../../i18n/compiled/messages.js'
import type { ShowAlertBody } from '../../db/queries/alerts/alerts.ts'
import type { ShowDetails } from '../../db/queries/deliveries/event-details.ts'
import type { WordSettings } from '../../db/queries/moderation/word-settings.ts'
import { censorMessage, censorName } from '../moderation/censor-tip.ts'

export interface ShowToShow {
  show: ShowDetails
  words: WordSettings
  /** The creator's language. */
  locale: Locale
  at: Date
}

/** Returns the alert of a show event. It has no amount of money. A title that the censor leaves out is empty. */
export function toShowAlert({ show, words, locale, at }: ShowToShow): ShowAlertBody {
  const { kind, source, title, message, quantity, unit, tier, eventCount, isMuted } = show
  return {
    kind: 'show',
    isTest: false,
    name: namesOf(show, words, locale),
    message: censorMessage(message, words),
    show: {
      kind,
      source,
      title: censorMessage(title, words),
      quantity,
      unit: censorMessage(unit, words),
      ...(tier && { tier }),
      ...(eventCount > 1 && { count: eventCount }),
      ...(isMuted && { isMuted }),
    },
    locale,
    at: at.toISOString(),
  }
}

/** Returns whom an event names: of a burst the first few, and how many others there are. */
function namesOf({ name, moreNames, eventCount }: ShowDetails, words: WordSettings, locale: Locale): string {
  if (name === null) return ''
  const names = [name, ...moreNames].map((each) => censorName(each, words))
  const others = eventCount - names.length
  const all = others > 0 ? [...names, m.show_others({ count: others }, { locale })] : names
  return new Intl.ListFormat(dateLocale(locale)).format(all)
}
