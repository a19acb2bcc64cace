import { readFileSync } from 'node:fs'
import type { RouteObject } from 'react-router-dom'
import { expect, test } from 'vitest'
import { privateRoutes } from './private-app.tsx'
import { buildSessionUser } from './test/builders.ts'
import { barOf, findPage, roomsOf } from './parts/rooms/rooms.ts'
import type { Page } from './parts/rooms/rooms.ts'

const creator = roomsOf(buildSessionUser({ accountType: 1 }), true)
const supporter = roomsOf(buildSessionUser({ accountType: 2 }), false)

/** The one page that has the whole window. */
const studioPath = '/dashboard/studio'

test('every page of the signed-in area is in exactly one room', () => {
  const inRooms = creator.flatMap(({ pages }) => pages.flatMap(({ paths }) => paths))

  expect(inRooms.toSorted()).toEqual([...listAreaPaths(), studioPath].toSorted())
  expect(listPaths(privateRoutes)).toContain(studioPath)
})

test('the four rooms are Live, Page, Stream and Money, and Live has the middle of a phone’s bar', () => {
  expect(creator.map(({ name }) => name)).toEqual([
    'overview',
    'live',
    'page',
    'stream',
    'money',
    'settings',
    'admin',
  ])
  expect(barOf(creator).map(({ name }) => name)).toEqual(['page', 'stream', 'live', 'money', 'settings'])
  expect(barOf(supporter)).toEqual(supporter)
})

test('an address is found in any case, with a slash at its end, and for any user', () => {
  const nameAt = (path: string) => findPage(creator, path)?.room.name

  expect(nameAt('/dashboard/')).toBe('overview')
  expect(nameAt('/dashboard/integrations-setting')).toBe('settings')
  expect(nameAt('/stream-setting')).toBe('stream')
  expect(nameAt('/user/miravale/total-earnings')).toBe('money')
  expect(nameAt('/user/miravale/current-goals')).toBeUndefined()
})

test('the map in docs/rooms.md is the one of the code', () => {
  const map = readFileSync('docs/rooms.md', 'utf8')

  const rows = creator.flatMap(({ title, pages }) => pages.map((page) => toRow(title(), page)))
  expect(map.match(/^\| .*`\/.*$/gm)).toEqual(rows)
})

function toRow(room: string, { title, paths, isTab, isWindow }: Page): string {
  const addresses = paths.map((path) => `\`${path}\``).join(', ')
  return `| ${room} | ${title()} | ${addresses} | ${isTab ? 'settings, five tabs' : isWindow ? 'whole window' : 'room'} |`
}

/** Returns the addresses of all routes below the layout of the area. */
function listAreaPaths(): string[] {
  const area = findRoute(privateRoutes, (route) =>
    (route.children ?? []).some(({ path }) => path === 'dashboard'),
  )
  return listPaths(area?.children ?? [])
}

function findRoute(some: RouteObject[], isIt: (route: RouteObject) => boolean): RouteObject | undefined {
  for (const route of some) {
    const found = isIt(route) ? route : findRoute(route.children ?? [], isIt)
    if (found) return found
  }
  return undefined
}

function listPaths(some: RouteObject[]): string[] {
  return some.flatMap(({ path, children }) => (path ? [`/${path}`] : listPaths(children ?? [])))
}
