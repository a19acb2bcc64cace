import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { documentedNames, renderFiles, setByCompose } from './configuration.ts'

interface Compose {
  services: Record<string, { env_file?: string[]; environment?: Record<string, string> }>
}

test.each(Object.entries(renderFiles()))(
  '%s is what domain/config/environment.ts says (node --import tsx .ci/configuration.ts writes it)',
  (path, content) => {
    expect(readFileSync(path, 'utf8')).toBe(content)
  },
)

test('docker-compose.yml passes every variable of .env on to servers and workers, or sets it itself', () => {
  const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as Compose

  for (const name of ['migrate', 'server-1', 'workers-2']) {
    const { env_file: files, environment } = services[name]!
    expect(files).toEqual(['.env'])
    for (const variable of setByCompose) expect(environment).toHaveProperty(variable)
    const passedOn = Object.entries(environment!).filter(([variable]) => !setByCompose.includes(variable))
    for (const [variable, value] of passedOn)
      if (variable === 'BACKUP_FOLDER') expect(value).toBe('/backup') // where `migrate` has that folder of the host
      else if (value !== '') expect(value).toMatch(new RegExp(`^\\$\\{${variable}:-`))
  }
})

test('.env.example has no variable that a unit sets for its process, and every other one', () => {
  const named = [...readFileSync('.env.example', 'utf8').matchAll(/^(\w+)=/gm)].map(([, name]) => name!)
  const units = readdirSync('deploy/systemd').map((unit) => readFileSync(`deploy/systemd/${unit}`, 'utf8'))
  const settings = units.flatMap((text) => [...text.matchAll(/^Environment=(.*)$/gm)].map(([, set]) => set!))
  const ofUnits = new Set(settings.flatMap((set) => set.split(' ').map((one) => one.split('=')[0]!)))

  // A line without a value would still replace what a unit sets: systemd.exec(5), EnvironmentFile.
  expect(named.filter((name) => ofUnits.has(name))).toEqual([])
  const missing = documentedNames.filter((name) => !named.includes(name) && !ofUnits.has(name))
  expect(missing).toEqual(['MIGRATION_DATABASE_URL', 'HOST', 'LIVE_HOST'])
})
