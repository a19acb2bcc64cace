/** The files with an installation's variables, which Compose, systemd and Node read alike. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigError } from '../../domain/config/config.ts'

export type Variables = Record<string, string>

/** Reads a file; without one there are no variables. */
export function readVariables(file: string): Variables {
  return existsSync(file) ? (parseEnv(readFileSync(file, 'utf8')) as Variables) : {}
}

/**
 * Writes variables into a file, whose other lines stay as they are; a new one begins as `template`. The file is whole at every moment, and
 * only its owner may read it. Throws `ConfigError` for a value that not every reader would read alike.
 */
export function writeVariables(file: string, changed: Variables, template: string): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : template
  const draft = `${file}.new`
  rmSync(draft, { force: true }) // one that exists would keep its mode, or lead elsewhere
  writeFileSync(draft, Object.entries(changed).reduce(setVariable, text), { mode: 0o600, flag: 'wx' })
  renameSync(draft, file)
}

function setVariable(text: string, [name, value]: [string, string]): string {
  const line = `${name}=${quote(name, value)}`
  const known = new RegExp(`^${name}=.*$`, 'm')
  if (known.test(text)) return text.replace(known, () => line)
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`
}

/**
 * Compose replaces `$` outside single quotes, and systemd reads a backslash there; both take everything literally inside them.
 * https://docs.docker.com/compose/how-tos/environment-variables/variable-interpolation/#env-file-syntax,
 * https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#EnvironmentFile=
 */
function quote(name: string, value: string): string {
  if (/['\n\r]/.test(value)) throw new ConfigError(`${name} must not have a single quote or a line break.`)
  return /^[\w@%+=:,./~-]*$/.test(value) ? value : `'${value}'`
}
