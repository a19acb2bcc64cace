import type { ConfigEnv, UserConfig } from 'vite'

/**
 * The `apply` of Vite plugins that add files for visitors: a build that writes nothing, because only the sizes of its scripts are
 * read (`bench/page-size.ts`), does without them.
 */
export function whenWritten({ build }: UserConfig, { command }: ConfigEnv): boolean {
  return command === 'build' && build?.write !== false
}
