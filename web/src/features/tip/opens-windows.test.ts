import { expect, test } from 'vitest'
import { opensWindows } from './opens-windows.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9'

test.each([
  ['Instagram', `${iphone} Mobile/22F76 Instagram 380.0.0.28.86 (iPhone17,1; iOS 18_5; en_GB)`],
  ['Facebook', `${iphone} Mobile/22F76 [FBAN/FBIOS;FBAV/511.0.0.40.93;FBBV/729415377]`],
  ['TikTok on an iPhone', `${iphone} Mobile/22F76 musical_ly_39.5.0 BytedanceWebview/d8a21c6`],
  [
    'TikTok on Android',
    `${android}; wv) AppleWebKit/537.36 Chrome/139.0.0.0 Mobile Safari/537.36 trill_400403`,
  ],
  ['Twitch or YouTube on an iPhone, without a name', `${iphone} Mobile/22F76`],
  [
    'Twitch or YouTube on Android, without a name',
    `${android}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/139.0.0.0 Mobile Safari/537.36`,
  ],
  ['Google’s app', `${iphone} GSA/380.0.788317806 Mobile/15E148 Safari/604.1`],
  ['Firefox on an iPhone', `${iphone} FxiOS/142.0 Mobile/15E148 Safari/605.1.15`],
])('%s opens no window', (_, userAgent) => {
  expect(opensWindows(userAgent)).toBe(false)
})

test.each([
  ['Safari on an iPhone', `${iphone} Version/18.5 Mobile/15E148 Safari/604.1`],
  ['Chrome on an iPhone', `${iphone} CriOS/139.0.7258.76 Mobile/15E148 Safari/604.1`],
  [
    'Chrome on Android',
    `${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Samsung’s browser',
    `${android}) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Safari on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  ],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'],
])('%s opens windows', (_, userAgent) => {
  expect(opensWindows(userAgent)).toBe(true)
})
