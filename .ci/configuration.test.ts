import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { documentedNames, renderFiles, setByCompose } from './configuration.ts'

interface Compose {
  services: Record<string, { environment?: Record<string, string> }>
}

test.each(Object.entries(renderFiles()))(
  '%s is what domain/environment.ts says (node --import tsx .ci/configuration.ts writes it)',
  (path, content) => {
    expect(readFileSync(path, 'utf8')).toBe(content)
  },
)

test('docker-compose.yml passes every variable on to servers and workers, or sets it itself', () => {
  const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as Compose
  const dockerfile = readFileSync('deploy/Dockerfile', 'utf8')

  for (const name of ['server-1', 'workers-2'])
    for (const variable of documentedNames) {
      const given = services[name]!.environment![variable]
      const isInImage = new RegExp(`^ENV .*\\b${variable}=`, 'm').test(dockerfile)
      const isForMigration = variable === 'MIGRATION_DATABASE_URL'
      expect([name, variable, given !== undefined || isInImage]).toEqual([name, variable, !isForMigration])
      if (setByCompose.includes(variable)) continue
      expect(given).toMatch(new RegExp(`^\\$\\{${variable}:[-?]`))
    }
})
