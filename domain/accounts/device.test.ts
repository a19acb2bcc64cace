import { expect, test } from 'vitest'
import { describeDevice } from './device.ts'

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const linux = 'Mozilla/5.0 (X11; Linux x86_64)'
const android = 'Mozilla/5.0 (Linux; Android 10; K)'
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X)'

test.each([
  [`${linux} ${blink} HeadlessChrome/131.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`${windows} ${blink} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${windows} ${blink} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'Edge on Windows'],
  [`${windows} ${blink} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`, 'Opera on Windows'],
  [`${windows} ${blink} Chrome/127.0.6533.120 Safari/537.36 OBS/31.0.0`, 'OBS on Windows'],
  [`${linux} ${blink} Chrome/126.0.0.0 Safari/537.36 Vivaldi/6.8.3381.46`, 'Vivaldi on Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on Chrome OS'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/17.6 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [`${iPhone} ${webKit} Version/17.6 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${iPhone} ${webKit} CriOS/131.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  [`${iPhone} ${webKit} Version/17.0 EdgiOS/131.0 Mobile/15E148 Safari/605.1.15`, 'Edge on iPhone'],
  [
    `Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) ${webKit} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`,
    'Firefox on iPad',
  ],
  [`${android} ${blink} Chrome/131.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0', 'Firefox on Android'],
  [
    `${android} ${blink} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['curl/8.5.0', 'Unknown browser'],
  ['', 'Unknown browser'],
])('%s is %s', (userAgent, device) => {
  expect(describeDevice(userAgent, 'en')).toBe(device)
})

test.each([
  [`${linux} ${blink} Chrome/131.0.0.0 Safari/537.36`, 'Chrome auf Linux'],
  ['curl/8.5.0', 'Unbekannter Browser'],
])('in German, %s is %s', (userAgent, device) => {
  expect(describeDevice(userAgent, 'de')).toBe(device)
})
