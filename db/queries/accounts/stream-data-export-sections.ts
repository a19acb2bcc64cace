/** The sections of a data export about what a creator's stream plays. */
import { sql } from 'kysely'
import type { ExportSection } from '../export-section.ts'

/** They are part of `exportSections` (data-export-sections.ts). */
export const streamSections: readonly ExportSection[] = [
  {
    name: 'sounds',
    about: 'The sounds you uploaded. The folder sounds has their files.',
    query: (uid) => sql`
      select id, name, format, byte_count, duration_ms, created_at from sound where creator_uid = ${uid} order by created_at, id`,
  },
  {
    name: 'alert-sound',
    about: 'What plays with your alerts.',
    query: (uid) => sql`select builtin, sound_id, volume from alert_sound where creator_uid = ${uid}`,
  },
  {
    name: 'alert-style',
    about: 'How your alerts look: your draft, and what your stream shows.',
    query: (uid) => sql`select draft, live from alert_style where creator_uid = ${uid}`,
  },
  {
    name: 'scene',
    about: 'Where your alert and widgets are on your stream: your draft, and what your stream shows.',
    query: (uid) => sql`select draft, live from scene where creator_uid = ${uid}`,
  },
  {
    name: 'alert-pictures',
    about: 'The pictures that you uploaded for alerts. The folder pictures has their files.',
    query: (uid) => sql`
      select url, is_animated, byte_count, created_at from alert_picture where creator_uid = ${uid} order by created_at, url`,
  },
  {
    name: 'speech-setting',
    about: 'How messages are spoken on your stream.',
    query: (uid) => sql`
      select engine, voice, min_tip_minor, volume from speech_setting where creator_uid = ${uid}`,
  },
  {
    name: 'speech-usage',
    about: 'How many characters were spoken for you, by month.',
    query: (uid) => sql`select month, characters from speech_usage where creator_uid = ${uid} order by month`,
  },
  {
    name: 'stream-total',
    about: 'From when the total of your stream counts.',
    query: (uid) => sql`select started_at, before_minor from stream_total where creator_uid = ${uid}`,
  },
  {
    name: 'imports',
    about: 'Your imports of tips that you received elsewhere.',
    query: (uid) => sql`
      select import_id, source, file_name, currency, rates, in_boards, in_totals, tips, worth_minor, created_at
      from tip_import where creator_uid = ${uid} order by created_at`,
  },
  {
    name: 'imported-tips',
    about: 'The tips that you imported.',
    query: (uid) => sql`
      select import_id, line_no, at, name, message, amount_minor, currency, worth_minor
      from imported_tip where creator_uid = ${uid} order by import_id, line_no`,
  },
  {
    name: 'panel',
    about: 'The state of your control panel.',
    query: (uid) => sql`
      select version, is_paused, is_muted, is_panic, held_since, released_at, moderators_see_amounts
      from panel_state where creator_uid = ${uid}`,
  },
  {
    name: 'panel-actions',
    about: 'What you did in control panels, and what others did in yours.',
    query: (uid) => sql`
      select action_id, creator_uid, actor_uid, kind, data, tip_id, undoes, token_name, created_at
      from panel_action
      where creator_uid = ${uid} or actor_uid = ${uid} order by created_at, action_id`,
  },
  {
    name: 'moderators',
    about: 'Who moderates for you, and for whom you moderate.',
    query: (uid) => sql`
      select creator_uid, moderator_uid, created_at from moderator
      where creator_uid = ${uid} or moderator_uid = ${uid} order by created_at, creator_uid, moderator_uid`,
  },
]
