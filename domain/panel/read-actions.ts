/** Reads the list of what was done in a creator's control panel, for a page and as a CSV file. */
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import type { CsvForm } from '../../contract/csv-form.ts'
import type { PanelAction } from '../../contract/panel/panel.ts'
import { anonymousName } from '../../contract/payments/tip.ts'
import type { Db } from '../../db/connection.ts'
import type { PanelAccess } from '../../db/queries/panel/moderators.ts'
import { listPanelActions, listPanelActionsAfter } from '../../db/queries/panel/panel.ts'
import { listUndoable } from '../../db/queries/panel/panel-undo.ts'
import { writeCsv } from '../csv.ts'

const pageSize = 50
/** How many actions the file reads at a time. */
const filePageSize = 1_000

const ended = z.object({ waiting: z.enum(['play', 'drop']) })

/** Returns one page of the list as somebody with this access sees it, latest first. */
export async function readPanelActions(
  db: Db,
  { creatorUid, isOwner }: Pick<PanelAccess, 'creatorUid' | 'isOwner'>,
  page: number,
): Promise<{ actions: PanelAction[]; hasMore: boolean }> {
  const rows = await listPanelActions(db, creatorUid, { limit: pageSize + 1, offset: page * pageSize })
  const ids = rows.map(({ actionId }) => actionId)
  const undoable = new Set(await listUndoable(db, creatorUid, isOwner, ids))
  const toEntry = (row: (typeof rows)[number]) => ({
    ...toAction(row, creatorUid),
    canUndo: undoable.has(row.actionId),
  })
  return {
    actions: rows.slice(0, pageSize).map(toEntry),
    hasMore: rows.length > pageSize,
  }
}

const columns = ['Time (UTC)', 'Who', 'Tool', 'What', 'About', 'Undone']

/** Writes the whole list, oldest first, reading it in parts. */
export function writePanelActionsCsv(
  db: Db,
  creatorUid: string,
  form: CsvForm,
): { name: string; content: Readable } {
  return { name: 'brimful-panel.csv', content: writeCsv(form, pagesOf(db, creatorUid)) }
}

async function* pagesOf(db: Db, creatorUid: string): AsyncGenerator<string[][]> {
  yield [columns]
  let after: string | undefined
  do {
    const rows = await listPanelActionsAfter(db, creatorUid, { after, limit: filePageSize })
    yield rows.map((row) => toCells(toAction(row, creatorUid)))
    after = rows.length < filePageSize ? undefined : rows.at(-1)!.actionId
  } while (after)
}

function toCells({ at, actor, tool, kind, about, waiting, undoes, isUndone }: Entry): string[] {
  const what = [kind, waiting, undoes].filter(Boolean).join(' ')
  return [at, actor, tool ?? '', what, about ?? '', isUndone ? 'yes' : '']
}

/** An action without what holds only for a viewer at a moment. */
type Entry = Omit<PanelAction, 'canUndo'>

function toAction(row: Awaited<ReturnType<typeof listPanelActions>>[number], creatorUid: string): Entry {
  const { supporterName, isAnonymous } = row
  return {
    actionId: row.actionId,
    kind: row.kind,
    actor: row.actor,
    tool: row.tokenName,
    isOwner: row.actorUid === creatorUid,
    about: supporterName === null ? aboutOther(row) : isAnonymous ? anonymousName : supporterName,
    waiting: row.kind === 'end-panic' ? (ended.safeParse(row.data).data?.waiting ?? null) : null,
    undoes: row.undoes,
    isUndone: row.undoneBy !== null,
    at: row.createdAt.toISOString(),
  }
}

/** Returns whom or what an action is about that is about no tip. */
function aboutOther({
  showName,
  showTitle,
  person,
}: Pick<Awaited<ReturnType<typeof listPanelActions>>[number], 'showName' | 'showTitle' | 'person'>):
  | string
  | null {
  return showName ?? showTitle ?? person
}
