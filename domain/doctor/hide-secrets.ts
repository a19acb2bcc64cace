/** Removes secrets from texts for the operator's screen: other people's errors may quote a key or an address with a password. */
import { sections } from '../config/environment.ts'

const secretName = /(SECRET|TOKEN|PRIVATE|PASSWORD|_KEY)/
/** A shorter value would be found inside ordinary words. */
const minLength = 6

/** Returns a function that replaces every secret of these variables. */
export function openHiding(source: NodeJS.ProcessEnv): (text: string) => string {
  const names = Object.values(sections).flatMap((section) => Object.keys(section))
  const secrets = names
    .flatMap((name) => secretsOf(name, source[name] ?? ''))
    .filter((secret) => secret.length >= minLength)
    .toSorted((a, b) => b.length - a.length)
  return (text) => secrets.reduce((found, secret) => found.replaceAll(secret, '…'), text)
}

function secretsOf(name: string, value: string): string[] {
  if (!URL.canParse(value)) return secretName.test(name) ? value.split(',') : [] // lists of keys have several keys
  const { username, password } = new URL(value)
  if (!password) return []
  const userinfo = `${username}:${password}@`
  return [userinfo, password, decodeURIComponent(password)]
}
