/**
 * Draws alerts in the creator's style. The page loads this file and each theme separately, so that its first load stays small; themes
 * and pictures are loaded before an alert needs them, or it goes without.
 */
import { chooseLook, findVariation, standardStyle, stayMsOf } from '../../contract/alerts/alert-looks.ts'
import type { AlertLook, AlertStyle } from '../../contract/alerts/alert-style.ts'
import type { AlertTheme } from '../../contract/alerts/alert-themes.ts'
import type { LiveStyle } from '../../contract/sockets.ts'
import { loadFonts } from './alert-fonts.ts'
import type { AlertQueue, QueuedAlert } from './alert-queue.ts'
import type { View } from './alert-view.ts'
import { playAlert } from './celebration.ts'
import { wait } from './dom.ts'
import { mergeNext } from './merge-alerts.ts'
import { mergeShows } from './merge-shows.ts'
import { loadPicture } from './pictures.ts'
import { loadTheme } from './themes/load-theme.ts'
import type { Theme } from './themes/theme.ts'

/** How long an alert waits for the files of its theme and picture, in milliseconds. */
const maxLoadMs = 3_000

const silent = { sound: null, volume: 0 }

/** An alert that is ready to be shown. */
export interface Staged {
  /** The sound that replaces that of all alerts. */
  sound: AlertLook['sound']
  /** Returns for how many milliseconds to show it while so many others wait. */
  msOf(waiting: number): number
  /** Shows it; the returned function lets it leave, and resolves when it is gone. */
  show(): () => Promise<void>
}

export interface Stage {
  /** Sets how alerts look from the next one on. */
  choose(live: LiveStyle): void
  /**
   * Returns the alert to show next and the rest of the queue: the style may merge small tips that are not `isApart`, and show events of one
   * kind are merged.
   */
  merge(alert: QueuedAlert, queue: AlertQueue, isApart?: (seq: number) => boolean): [QueuedAlert, AlertQueue]
  /** Prepares an alert. Its look is that of the style at this moment. */
  prepare(alert: QueuedAlert): Promise<Staged>
}

/** Returns how an alert is drawn that would be drawn like this. */
export type AdaptView = (view: View) => View

export function openStage(adapt: AdaptView = (view) => view): Stage {
  const sheet = openSheet()
  let style: AlertStyle = standardStyle()
  let pageUrl = ''
  let version = 0
  void preload(style)

  return {
    choose(live) {
      if (live.version < version) return // messages of two servers can overtake each other
      style = live.style
      pageUrl = live.pageUrl
      version = live.version
      void preload(style)
    },
    merge: (alert, queue, isApart = () => false) =>
      alert.kind === 'show'
        ? mergeShows(alert, queue, isApart)
        : mergeNext(alert, queue, style.merging, isApart),
    async prepare(alert) {
      const look = chooseLook(style, alert)
      const variation = findVariation(style, alert)?.name
      const address = pageUrl
      const late = wait(maxLoadMs)
      const [theme, picture, hasEmoji] = await Promise.all([
        Promise.race([loadTheme(look.theme), late]),
        Promise.race([look.picture ? loadPicture(look.picture) : undefined, late]),
        Promise.race([loadFonts(look, alert), late]),
      ])
      return {
        sound: alert.kind === 'show' && alert.show.isMuted ? silent : look.sound,
        msOf: (waiting) => stayMsOf(look, alert, waiting),
        show() {
          const files = { theme: theme || undefined, picture: picture || undefined }
          sheet.use(files.theme)
          const view = { look, ...files, variation, pageUrl: address, hasEmoji: hasEmoji === true }
          return playAlert(alert, adapt(view))
        },
      }
    },
  }
}

/** Loads the themes and pictures that a style uses. */
async function preload({ look, variations }: AlertStyle): Promise<void> {
  const looks = [look, ...variations.map((variation) => variation.look)]
  const themes = new Set<AlertTheme>(looks.map(({ theme }) => theme))
  const pictures = new Set(looks.flatMap(({ picture }) => picture ?? []))
  await Promise.all([...[...themes].map(loadTheme), ...[...pictures].map(loadPicture)])
}

/**
 * Opens the style sheet of the theme on screen. It is after the page's own and before the Custom CSS that OBS appends, so that a rule
 * of a creator's wins against an equal one of the theme.
 */
export function openSheet(): { use(theme: Theme | undefined): void } {
  const element = document.createElement('style')
  const own = document.querySelector('link[rel=stylesheet]')
  if (own) own.after(element)
  else document.head.prepend(element)
  let used: Theme | undefined
  return {
    use(theme) {
      if (theme === used) return
      used = theme
      element.textContent = theme?.css ?? ''
    },
  }
}
