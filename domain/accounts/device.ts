import Bowser from 'bowser'

/** A browser's own long name in few words: `Firefox on Linux`, as far as it says. */
export function describeDevice(userAgent: string): string {
  const { browser, os, platform } = Bowser.parse(userAgent || 'nothing')
  const system = platform.vendor === 'Apple' ? (platform.model ?? os.name) : os.name
  const name = nameOf(userAgent, browser.name)
  return system ? `${name} on ${system}` : name
}

/** OBS shows its docks by a Chrome that names itself besides. */
function nameOf(userAgent: string, name: string | undefined): string {
  if (/\bOBS\//.test(userAgent)) return 'OBS'
  return name?.replace(/^Microsoft | for Android$/g, '') || 'Unknown browser'
}
