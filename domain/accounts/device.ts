/** A browser's own long name in few words. */

/** In order: those further down say that they are those above as well. */
const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['OBS', /\bOBS\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** `Firefox on Linux`, as far as it says. */
export function describeDevice(userAgent: string): string {
  const browser = browsers.find(([, sign]) => sign.test(userAgent))?.[0] ?? 'Unknown browser'
  const system = systems.find(([, sign]) => sign.test(userAgent))?.[0]
  return system ? `${browser} on ${system}` : browser
}
