import { useEffect, useRef, useState } from 'react'
import type { PanelState, PanelTipStatus, ShowAction } from '../../../../contract/panel/panel.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { isShortcutOn, saveShortcutOn } from './saved-shortcuts.ts'
import { changeOf, entryIdOf } from './use-panel.ts'
import type { FeedEntry, Panel } from './use-panel.ts'

export interface Shortcut {
  key: string
  label: () => string
}

/** The keys, in display order. */
export const shortcutKeys: readonly Shortcut[] = [
  { key: 'p', label: m.panel_key_pause },
  { key: 's', label: m.panel_key_skip },
  { key: 'm', label: m.panel_key_mute },
  { key: 'x', label: m.panel_key_panic },
  { key: 'h', label: m.panel_key_hide },
  { key: 'a', label: m.panel_key_approve },
  { key: 'd', label: m.panel_key_deny },
  { key: 'r', label: m.panel_key_replay },
  { key: '?', label: m.panel_key_help },
]

interface ShortcutOptions {
  panel: Panel
  state: PanelState
  /** Tips and show events, latest first. */
  feed: readonly FeedEntry[]
  onEndPanic: () => void
  onHelp: () => void
}

/** Listens to the panel's keys, unless they are switched off in this browser. */
export function useShortcuts(options: ShortcutOptions) {
  const [isOn, setIsOn] = useState(isShortcutOn)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    if (!isOn) return undefined
    function handleKey(event: KeyboardEvent) {
      if (event.repeat || isForSomethingElse(event)) return
      if (press(event.key.toLowerCase(), latest.current)) event.preventDefault()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOn])
  return {
    isOn,
    set(on: boolean) {
      saveShortcutOn(on)
      setIsOn(on)
    },
  }
}

export type Shortcuts = ReturnType<typeof useShortcuts>

/** What takes letters. Switches do not, so the keys work on them. */
const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable]'

/** Whether a key belongs to a field, a dialog, or the browser. */
function isForSomethingElse({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey) return true
  if (document.querySelector('[role="dialog"]')) return true
  return target instanceof Element && target.closest(fields) !== null
}

/** Does what a key means now. Returns whether it means anything. */
function press(key: string, { panel, state, feed, onEndPanic, onHelp }: ShortcutOptions): boolean {
  const last = (...statuses: PanelTipStatus[]) => feed.find(({ status }) => statuses.includes(status))
  const onEntry = (action: ShowAction, entry: FeedEntry | undefined) => {
    if (entry) void panel.act(changeOf(action, entry), `${action} ${entryIdOf(entry)}`)
  }
  switch (key) {
    case 'p':
      void panel.act({ kind: state.isPaused ? 'resume' : 'pause' })
      return true
    case 's':
      if (state.isShowing !== false) void panel.act({ kind: 'skip', tipId: null })
      return true
    case 'm':
      void panel.act({ kind: state.isMuted ? 'unmute' : 'mute' })
      return true
    case 'x':
      if (state.isPanic) onEndPanic()
      else void panel.act({ kind: 'panic' })
      return true
    case 'h':
      onEntry('hide', last('on-screen'))
      return true
    case 'a':
    case 'd':
      onEntry(
        key === 'a' ? 'approve' : 'deny',
        feed.findLast(({ status }) => status === 'held'),
      )
      return true
    case 'r':
      onEntry('replay', last('shown', 'cut', 'skipped', 'sent', 'missed'))
      return true
    case '?':
      onHelp()
      return true
    default:
      return false
  }
}
