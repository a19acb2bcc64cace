/** The apps that name themselves. Facebook's and Instagram's block windows: https://github.com/MahoCommerce/maho/issues/1393. */
const apps =
  /\b(FBAN|FBAV|FB_IAB|Instagram|musical_ly|BytedanceWebview|TikTok|Snapchat|Twitter for|TwitterAndroid|LinkedInApp|Pinterest\/|Line\/|MicroMessenger|GSA\/)/

/**
 * Returns whether a browser of this user agent has windows of its own. The browsers inside apps have none: there a window covers the page
 * for good, opens in its place, or never reports back. The rules are those of PayPal's earlier scripts
 * (https://github.com/krakenjs/belter/blob/main/src/device.ts, `supportsPopups`), with the `wv` in the user agent of Android's WebView
 * (https://developer.chrome.com/docs/webview#webview_user_agent). iPhones: a browser calls itself Safari, an app does not.
 */
export function opensWindows(userAgent: string): boolean {
  if (apps.test(userAgent)) return false
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent))
    return /Safari\//.test(userAgent) && !/\b(FxiOS|EdgiOS)\b/.test(userAgent)
  return !/;\s*wv\)|\bAndroid\b.*\bVersion\/\d|\bOpera Mini\b/.test(userAgent)
}
