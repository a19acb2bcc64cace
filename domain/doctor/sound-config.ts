/** Reads as much of the configuration as is sound, so that one wrong variable does not prevent all other checks. */
import { ConfigError, readConfig } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { sections, variables } from '../config/environment.ts'

export interface SoundConfig {
  /** Undefined if a variable that everything needs is wrong. */
  config: Config | undefined
  /** One sentence for each wrong variable. */
  faults: string[]
}

/**
 * Reads the configuration without the sections that have a wrong variable: a provider with a wrong key counts as switched off. It leaves
 * out only the wrong ones of the installation's own variables.
 */
export function readSoundConfig(source: NodeJS.ProcessEnv): SoundConfig {
  const faults: string[] = []
  let given = { ...source }
  for (;;) {
    const found = tryConfig(given)
    if (!Array.isArray(found)) return { config: found, faults }
    faults.push(...found.filter((fault) => !faults.includes(fault)))
    const left = without(given, found.flatMap(namesOf))
    if (Object.keys(left).length === Object.keys(given).length) return { config: undefined, faults }
    given = left
  }
}

function tryConfig(source: NodeJS.ProcessEnv): Config | string[] {
  try {
    return readConfig(source)
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

/** Returns the variables that are left out because of a fault, which begins with the name of a variable. */
function namesOf(fault: string): string[] {
  const name = fault.split(' ')[0]!
  if (!(name in variables)) return []
  const own = [sections.Installation, sections.Processes, sections.Site]
  const section = Object.values(sections).find((one) => name in one)
  return !section || own.some((one) => one === section) ? [name] : Object.keys(section)
}

function without(source: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(source).filter(([name]) => !names.includes(name)))
}
