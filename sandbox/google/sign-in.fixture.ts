/** Signs in on Google's pages without a browser. */

/** The account to sign in with, by address. With a `name`, it is created first. */
export type Choice = { email: string; name?: string; isEmailVerified?: boolean } | 'cancel'

/**
 * Follows an authorization address through Google's pages, and returns the address to which Google redirects the browser back.
 */
export async function signInAtGoogle(address: string, choice: Choice): Promise<URL> {
  const jar = new Map<string, string>()
  const host = new URL(address).host
  let next = await visit(jar, address)
  const page = await (await request(jar, next)).text()
  next = await visit(jar, next, formOf(page, choice))
  while (next.host === host) next = await visit(jar, next)
  return next
}

function formOf(page: string, choice: Choice): Record<string, string> {
  if (choice === 'cancel') return { cancel: 'yes' }
  const { email, name, isEmailVerified = true } = choice
  if (name) return { name, email, ...(isEmailVerified && { confirmed: 'on' }) }
  const found = [...page.matchAll(/value="(\d+)" class="account">([\s\S]*?)<\/button>/g)]
  const id = found.find(([, , label]) => label!.includes(email))?.[1]
  if (!id) throw new Error(`${email} is not on the page`)
  return { account: id }
}

/** Sends a request and returns the address of its redirect. */
async function visit(
  jar: Map<string, string>,
  address: string | URL,
  form?: Record<string, string>,
): Promise<URL> {
  const response = await request(jar, address, form)
  const location = response.headers.get('location')
  if (!location) throw new Error(`${address}: ${response.status} ${(await response.text()).slice(0, 2000)}`)
  return new URL(location, address)
}

async function request(jar: Map<string, string>, address: string | URL, form?: Record<string, string>) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(address, {
    redirect: 'manual',
    headers: { cookie },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    jar.set(name!, value!)
  }
  return response
}
