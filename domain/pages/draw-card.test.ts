import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestDb } from '../../db/database.fixture.ts'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { describePage } from './describe-page.ts'
import { cardRules, openCards } from './draw-card.ts'
import { findSubject } from './find-subject.ts'
import type { Subject } from './find-subject.ts'

const log = { error: (error: unknown) => void errors.push(error) } as never
const errors: unknown[] = []
const cards = openCards()
const drawCard = (subject: Subject) => cards.draw(subject, 'a network', async () => {})

test('a link to a goal shows its title and progress and names its canonical address', async () => {
  await using db = await createTestDb()
  const { uid, userName } = await buildCreator(db.db, { displayName: 'Mira "M" Vale' })
  const { goalId } = await buildGoal(db.db, uid, { title: 'A kiln', amountMinor: 1200_00, currency: 'gbp' })
  const describe = (path: string) => describePage({ db: db.db, log, config: { solo: undefined } }, path, 'en')

  const goal = await describe(`/${userName.toUpperCase()}/fund-goal/${goalId}`)
  expect(goal).toMatchObject({
    title: 'A kiln · Mira "M" Vale on Brimful',
    path: `/${userName}/current-goals/${goalId}`,
    image: `/share/${userName}/${goalId}/card.png`,
  })
  expect(goal.description).toContain('£20 of £1,200 so far.')

  const creator = await describe(`/${userName}/tips`)
  expect(creator).toMatchObject({ path: `/${userName}/current-goals`, kind: 'profile' })

  await db.db.updateTable('goal').set({ status: 'ARCHIVED' }).execute()
  for (const path of [
    `/${userName}/current-goals/${goalId}`,
    '/account/login/ada@example.test',
    '/nobody_here',
    `/${userName}/user/${uid}`,
    '/constructor',
  ])
    expect([path, (await describe(path)).path, (await describe(path)).image]).toEqual([
      path,
      undefined,
      undefined,
    ])
  expect(errors).toEqual([])
})

test('a creator’s link card is in the creator’s language, the site’s own in the visitor’s', async () => {
  await using db = await createTestDb()
  const { uid, userName } = await buildCreator(db.db, { displayName: 'Mira', locale: 'de' })
  const { goalId } = await buildGoal(db.db, uid, { title: 'Ein Ofen', amountMinor: 1200_50 })
  const describe = (path: string, requested: 'en' | 'de') =>
    describePage({ db: db.db, log, config: { solo: undefined } }, path, requested)

  expect(await describe(`/${userName}/current-goals/${goalId}`, 'en')).toMatchObject({
    locale: 'de',
    title: 'Ein Ofen · Mira auf Brimful',
    description: 'Bisher 20\u00a0£ von 1.200,50\u00a0£.',
  })
  expect(await describe(`/${userName}`, 'en')).toMatchObject({
    locale: 'de',
    title: 'Mira auf Brimful',
    description: expect.stringMatching(/^Hilf Mira, auf Brimful Ziele zu füllen/),
  })
  const [english, german] = [await describe('/explore', 'en'), await describe('/explore', 'de')]
  expect([english.locale, german.locale]).toEqual(['en', 'de'])
  expect(english.description).toMatch(/^Several tip goals/)
  expect(german.description).toMatch(/^Mehrere Trinkgeldziele/)

  const draw = async () => drawCard((await findSubject(db.db, userName, goalId))!)
  const inGerman = await draw()
  await db.db.updateTable('account').set({ locale: 'en' }).execute()
  expect((await draw()).equals(inGerman)).toBe(false)
})

test('the picture of a link is a PNG of 1,200 by 630 with the goal’s progress, whatever its title contains', async () => {
  await using db = await createTestDb()
  const { uid, userName } = await buildCreator(db.db, { displayName: '🦆 Zoë <b>Ångström</b>' })
  const { goalId } = await buildGoal(db.db, uid, { title: '新しいカメラ' })
  const draw = async (goal?: string) => drawCard((await findSubject(db.db, userName, goal))!)

  const empty = await draw(goalId)
  expect(await sharp(empty).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(await draw(goalId)).toBe(empty)

  await db.db.updateTable('goal').set({ amountReceivedMinor: 50_00 }).execute()
  expect((await draw(goalId)).equals(empty)).toBe(false)
  expect(await sharp(await draw()).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
})

test('a network for which too many are drawn is refused, once; equal pictures count as one', async () => {
  await using db = await createTestDb()
  const { uid, userName } = await buildCreator(db.db)
  const { goalId } = await buildGoal(db.db, uid)
  const [page, goal] = [await findSubject(db.db, userName), await findSubject(db.db, userName, goalId)]
  const few = openCards({ ...cardRules, maxPerNetwork: 1 })
  const draw = (subject: Subject, network = 'a') => few.draw(subject, network, async () => {})

  const first = [draw(page!), draw(page!)]

  await expect(draw(goal!)).rejects.toMatchObject({ code: 'unavailable', text: 'error_files_busy' })
  expect(new Set(await Promise.all(first)).size).toBe(1)
  expect(await sharp(await draw(goal!)).metadata()).toMatchObject({ format: 'png' })
})
