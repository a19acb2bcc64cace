/**
 * A creator's room. Sockets that are level with it are served together, from one read for all of them; a socket that is
 * behind reads on alone, page by page, as fast as it takes them, and joins the others when it is level.
 */
import type { Logger } from 'pino'
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io'
import { AppError } from '../../contract/errors.ts'
import type { Alert, AlertsToOverlay, AlertsToServer } from '../../contract/sockets.ts'
import { backlogOf, drained } from './backlog.ts'

export interface AlertSocketData {
  room: AlertRoom
  /** The place up to which this socket is served; while it is level, its room keeps the place. */
  cursor: number
  /** Its `alert:shown` counts. */
  isTrusted: boolean
}

export type Alerts = Namespace<AlertsToServer, AlertsToOverlay, DefaultEventsMap, AlertSocketData>
export type AlertSocket = Socket<AlertsToServer, AlertsToOverlay, DefaultEventsMap, AlertSocketData>

export const pageSize = 50
/** With more packets than this waiting, an overlay is left to read on at its own speed. */
const mostWaiting = 100

export interface RoomContext {
  alerts: Alerts
  log: Logger
  /** Where a creator's sequence stands; undefined when there is no such creator. */
  readHead(creatorUid: string): Promise<number | undefined>
  /** A page of a creator's alerts behind a place. */
  read(creatorUid: string, from: number): Promise<Alert[]>
}

export interface AlertRoom {
  ctx: RoomContext
  creatorUid: string
  /** Resolves once the place is known; undefined from then on. */
  opening: Promise<void> | undefined
  /** The place up to which the sockets that are level are served. */
  cursor: number
  /** Who is level; for broadcasts they are in Socket.IO's room of the creator's uid, too. */
  level: Set<AlertSocket>
  /** Level or not, with those who wait for the place. */
  members: number
  /** There may be something behind the cursor. */
  isRung: boolean
  reading: Promise<void> | undefined
  /** Reads under way for sockets that are behind, by their place: overlays often come back together. */
  pages: Map<number, Promise<Alert[]>> | undefined
}

/** An empty room, which takes note of rings while it finds out where its creator's sequence stands. */
export function openRoom(ctx: RoomContext, creatorUid: string): AlertRoom {
  const room: AlertRoom = {
    ctx,
    creatorUid,
    opening: undefined,
    cursor: 0,
    level: new Set(),
    members: 0,
    isRung: false,
    reading: undefined,
    pages: undefined,
  }
  room.opening = findPlace(room)
  return room
}

async function findPlace(room: AlertRoom): Promise<void> {
  const head = await room.ctx.readHead(room.creatorUid)
  if (head === undefined) throw new AppError('not_found')
  room.cursor = head
  room.opening = undefined
}

/** Serves what is behind the room's place. However many rings overlap: one read at a time, one more for those meanwhile. */
export function pull(room: AlertRoom): Promise<void> {
  room.isRung = true
  room.reading ??= readOn(room)
  return room.reading
}

/** Serves alerts that came with their ring; false when they do not follow on the room's place, and have to be read. */
export function take(room: AlertRoom, alerts: Alert[]): boolean {
  const news = alerts.filter(({ seq }) => seq > room.cursor)
  if (room.isRung || room.reading || news.some(({ seq }, i) => seq !== room.cursor + 1 + i)) return false
  deliver(room, news)
  return news.length > 0
}

/** Tells a socket its place and serves it from there. */
export async function begin(room: AlertRoom, socket: AlertSocket): Promise<void> {
  // Ahead of its room: either a ring was lost, or the cursor is none of ours.
  if (room.isRung || socket.data.cursor > room.cursor) await pull(room)
  socket.data.cursor = Math.min(socket.data.cursor, room.cursor)
  socket.emit('ready', socket.data.cursor)
  await bringLevel(room, socket)
}

async function readOn(room: AlertRoom): Promise<void> {
  try {
    do {
      room.isRung = false
      const page = await room.ctx.read(room.creatorUid, room.cursor)
      if (page.length === pageSize) room.isRung = true
      deliver(room, page)
    } while (room.isRung && room.members > 0)
  } finally {
    room.reading = undefined
  }
}

function deliver(room: AlertRoom, page: Alert[]): void {
  if (room.members === 0) return // a new room of the same creator may be at work
  for (const alert of page) {
    tellLevel(room, alert)
    room.cursor = alert.seq
  }
  for (const socket of room.level) if (backlogOf(socket.conn) > mostWaiting) fallBehind(room, socket)
}

/** Most rooms have one overlay, which needs no broadcast; for many, Socket.IO encodes once. */
function tellLevel({ ctx: { alerts }, creatorUid, level }: AlertRoom, alert: Alert): void {
  if (level.size > 1) alerts.to(creatorUid).emit('alert', alert)
  else for (const socket of level) socket.emit('alert', alert)
}

function joinLevel(room: AlertRoom, socket: AlertSocket): void {
  room.level.add(socket)
  void socket.join(room.creatorUid)
}

function fallBehind(room: AlertRoom, socket: AlertSocket): void {
  room.level.delete(socket)
  void socket.leave(room.creatorUid)
  socket.data.cursor = room.cursor
  serve(room, socket, bringLevel)
}

/** Does a work for a socket. One that cannot be served is sent away: it comes back with its cursor. */
export function serve(
  room: AlertRoom,
  socket: AlertSocket,
  work: (room: AlertRoom, socket: AlertSocket) => Promise<void>,
): void {
  work(room, socket).catch((error: unknown) => {
    room.ctx.log.error({ err: error }, 'alerts could not be read')
    socket.conn.close()
  })
}

/** Nothing waits between the last look at the room's place and joining it. */
async function bringLevel(room: AlertRoom, socket: AlertSocket): Promise<void> {
  await drained(socket.conn)
  while (socket.connected && socket.data.cursor < room.cursor) {
    const place = room.cursor
    const page = await readPage(room, socket.data.cursor)
    for (const alert of page) if (alert.seq <= place) socket.emit('alert', alert)
    // All up to `place` was there to be read: behind the last row of a short page nothing is left of it.
    socket.data.cursor = page.length < pageSize ? place : Math.min(place, page[pageSize - 1]!.seq)
    await drained(socket.conn)
  }
  if (socket.connected) joinLevel(room, socket)
}

function readPage(room: AlertRoom, from: number): Promise<Alert[]> {
  const pages = (room.pages ??= new Map<number, Promise<Alert[]>>())
  const known = pages.get(from)
  if (known) return known
  const page = room.ctx.read(room.creatorUid, from).finally(() => pages.delete(from))
  pages.set(from, page)
  return page
}
