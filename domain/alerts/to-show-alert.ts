/** Converts a show event to its alert, with censored words. */
import type { Locale } from '../../contract/locale.ts'
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
  const { kind, source, name, title, message, quantity, unit, tier, isMuted } = show
  return {
    kind: 'show',
    isTest: false,
    name: name === null ? '' : censorName(name, words),
    message: censorMessage(message, words),
    show: {
      kind,
      source,
      title: censorMessage(title, words),
      quantity,
      unit: censorMessage(unit, words),
      ...(tier && { tier }),
      ...(isMuted && { isMuted }),
    },
    locale,
    at: at.toISOString(),
  }
}
