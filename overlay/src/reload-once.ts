/** Reloads the page for a reason, but not twice for the same one. */

/**
 * Reloads the page if its server answers: otherwise broadcast software would show an error page, which never comes back. Without
 * session storage, where the reason is kept, it does nothing.
 */
export async function reloadOnce(reason: string): Promise<void> {
  try {
    if (sessionStorage.getItem(reason) || !(await fetch(location.href)).ok) return
    sessionStorage.setItem(reason, '1')
    location.reload()
  } catch {
    // the page goes on as it is
  }
}
