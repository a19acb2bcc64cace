/** Reads and writes a style as a file. */
import { alertStyle } from '../../../../../contract/alerts/alert-style.ts'
import type { AlertLook, AlertStyle } from '../../../../../contract/alerts/alert-style.ts'
import { findStyleFault } from '../../../../../contract/alerts/alert-texts.ts'
import { saveFile } from '../../../lib/calls/save-file.ts'
import { makeUuid } from './make-uuid.ts'

const fileName = 'alert-style.json'
/** A style takes less. A larger file is something else, and is not read. */
const maxFileBytes = 200_000

export function exportStyle(style: AlertStyle): void {
  saveFile(fileName, JSON.stringify(style, null, 2), 'application/json')
}

/** The creator's own files that a style can refer to. */
export interface OwnFiles {
  pictures: ReadonlySet<string>
  sounds: ReadonlySet<string>
}

export interface ImportedStyle {
  style: AlertStyle
  /** Whether pictures or sounds were left out, because they are another creator's or were deleted. */
  hasLostFiles: boolean
}

/** Returns the style in a file; undefined if it has none. */
export async function importStyle(file: File, own: OwnFiles): Promise<ImportedStyle | undefined> {
  if (file.size > maxFileBytes) return undefined
  const parsed = alertStyle.safeParse(parse(await file.text()))
  if (!parsed.success || findStyleFault(parsed.data)) return undefined
  let hasLostFiles = false
  const adopt = (look: AlertLook): AlertLook => {
    const hasPicture = look.picture === null || own.pictures.has(look.picture)
    const sound = look.sound?.sound
    const hasSound = sound?.source !== 'uploaded' || own.sounds.has(sound.soundId)
    if (!hasPicture || !hasSound) hasLostFiles = true
    return { ...look, picture: hasPicture ? look.picture : null, sound: hasSound ? look.sound : null }
  }
  const { look, variations } = parsed.data
  const style = {
    ...parsed.data,
    look: adopt(look),
    variations: variations.map((variation) => ({
      ...variation,
      variationId: makeUuid(),
      look: adopt(variation.look),
    })),
  }
  return { style, hasLostFiles }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
