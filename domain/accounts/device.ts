import Bowser from 'bowser'

/** Shortens a browser's user agent to a name such as `Firefox on Linux`, or to the part of the name that is recognised. */
export function describeDevice(userAgent: string): string {
  const { browser, os, platform } = Bowser.parse(userAgent || 'nothing')
  const system = platform.vendor === 'Apple' ? (platform.model ?? os.name) : os.name
  const name = nameOf(userAgent, browser.name)
  return system ? `${name} on ${system}` : name
}

/** Returns the browser's name. For a dock of OBS it returns OBS, although the user agent names Chrome as well. */
function nameOf(userAgent: string, name: string | undefined): string {
  if (/\bOBS\//.test(userAgent)) return 'OBS'
  return name?.replace(/^Microsoft | for Android$/g, '') || 'Unknown browser'
}
