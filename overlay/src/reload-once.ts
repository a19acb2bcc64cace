/**
 * Reloads the page, but never twice for the same reason: session storage keeps the reasons, and without it nothing reloads. Does
 * nothing while the server does not respond, because broadcast software would show an error page, which never reloads.
 */
export async function reloadOnce(reason: string): Promise<void> {
  try {
    if (sessionStorage.getItem(reason) || !(await fetch(location.href)).ok) return
    sessionStorage.setItem(reason, '1')
    location.reload()
  } catch {
    // The server does not respond or session storage is blocked, so the page stays as it is.
  }
}
