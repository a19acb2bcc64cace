import Bowser from 'bowser'
import type { Locale } from '../../contract/locale.ts'
import { m } from '../../i18n/compiled/messages.js'

/**
 * Shortens a browser's user agent to a name such as `Firefox on Linux`, in German `Firefox auf Linux`, or to the part of the name that
 * is recognised.
 */
export function describeDevice(userAgent: string, locale: Locale): string {
  const { browser, os, platform } = Bowser.parse(userAgent || 'nothing')
  const system = platform.vendor === 'Apple' ? (platform.model ?? os.name) : os.name
  const name = nameOf(userAgent, browser.name) ?? m.sessions_unknown({}, { locale })
  return system ? m.sessions_device({ browser: name, system }, { locale }) : name
}

/** Returns the browser's name; undefined if it is not recognised. For a dock of OBS it returns OBS, although the user agent names Chrome as well. */
function nameOf(userAgent: string, name: string | undefined): string | undefined {
  if (/\bOBS\//.test(userAgent)) return 'OBS'
  return name?.replace(/^Microsoft | for Android$/g, '') || undefined
}
