/** The tables of the skeleton's pipeline, and its orders. */
import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'

const statements = [
  'create table skeleton_order (id text primary key, room text not null, name text not null, amount int not null)',
  `create table skeleton_tip (id bigint generated always as identity primary key, capture_id text not null unique,
    order_id text not null unique references skeleton_order, room text not null, name text not null, amount int not null)`,
  'create table skeleton_goal (room text primary key, received bigint not null default 0)',
  `create table skeleton_outbox (id bigint generated always as identity primary key, room text not null, name text not null,
    created_at timestamptz not null default now(), alerted_at timestamptz)`,
  'create index on skeleton_outbox (created_at) where alerted_at is null',
  'create table skeleton_room (room text primary key, seq bigint not null default 0)',
  `create table skeleton_alert (room text not null, seq bigint not null, event_id bigint not null unique references skeleton_outbox,
    name text not null, primary key (room, seq))`,
]

export async function createSkeletonTables(owner: Db): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(owner)
}

/** Inserts rooms, each with a goal. A room stands for a creator. */
export async function insertRooms(owner: Db, rooms: readonly string[]): Promise<void> {
  await sql`insert into skeleton_goal (room) select unnest(${rooms}::text[])`.execute(owner)
  await sql`insert into skeleton_room (room) select unnest(${rooms}::text[])`.execute(owner)
}

export interface SkeletonOrder {
  id: string
  room: string
  /** The supporter. */
  name: string
}

/** Inserts orders of 5.00 in pounds. */
export async function insertSkeletonOrders(owner: Db, orders: readonly SkeletonOrder[]): Promise<void> {
  await sql`insert into skeleton_order (id, room, name, amount)
    select id, room, name, 500 from json_to_recordset(${JSON.stringify(orders)}) as o (id text, room text, name text)`.execute(
    owner,
  )
}
