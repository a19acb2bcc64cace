/**
 * Pictures of the places in OBS that the set-up names, drawn like its default theme. What they say is in the text beside them, so
 * screen readers skip them. The words are OBS's own (https://github.com/obsproject/obs-studio/blob/master/frontend/data/locale/en-US.ini,
 * https://github.com/obsproject/obs-browser/blob/master/data/locale/en-US.ini).
 */
import { clsx } from 'clsx'
import { Check, ChevronRight, Globe, Plus } from 'lucide-react'
import type { ReactNode } from 'react'

/** The menu that opens at the plus below the sources. */
export function AddSourcePicture() {
  return (
    <ObsWindow title="Sources">
      <div className="relative h-28">
        <div className="absolute inset-x-0 bottom-0 flex border-t border-white/10 px-1 py-0.5">
          <span className="grid size-6 place-items-center rounded-sm bg-[#284cb8] ring-2 ring-coral">
            <Plus className="size-4" />
          </span>
        </div>
        <div className="absolute bottom-6 left-8 w-40 rounded-sm border border-white/15 bg-[#272a33] py-1 shadow-lift">
          <MenuItem>Audio Input Capture</MenuItem>
          <MenuItem isChosen>
            <Globe className="size-3.5" /> Browser
          </MenuItem>
          <MenuItem>
            Group <ChevronRight className="ml-auto size-3" />
          </MenuItem>
        </div>
      </div>
    </ObsWindow>
  )
}

function MenuItem({ isChosen = false, children }: { isChosen?: boolean; children: ReactNode }) {
  return (
    <span className={clsx('flex items-center gap-1.5 px-2 py-0.5', isChosen && 'bg-[#284cb8]')}>
      {children}
    </span>
  )
}

/** The properties of the source: address, size and the two settings that matter. */
export function PropertiesPicture() {
  return (
    <ObsWindow title="Properties for 'Brimful'">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 gap-y-1 p-2">
        <span className="text-right">URL</span>
        <Input isMarked>https://…/streamalerts?…</Input>
        <span className="text-right">Width</span>
        <Input>1920</Input>
        <span className="text-right">Height</span>
        <Input>1080</Input>
        <span />
        <Box isOn>Control audio via OBS</Box>
        <span />
        <Box>Shutdown source when not visible</Box>
      </div>
    </ObsWindow>
  )
}

function Input({ isMarked = false, children }: { isMarked?: boolean; children: ReactNode }) {
  return (
    <span className={clsx('truncate rounded-sm bg-[#3c404d] px-1.5 py-0.5', isMarked && 'ring-2 ring-coral')}>
      {children}
    </span>
  )
}

function Box({ isOn = false, children }: { isOn?: boolean; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      <span
        className={clsx(
          'grid size-3 shrink-0 place-items-center rounded-[2px] border border-white/40',
          isOn && 'border-transparent bg-[#284cb8]',
        )}
      >
        {isOn && <Check className="size-2.5" strokeWidth={3} />}
      </span>
      {children}
    </span>
  )
}

function ObsWindow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div
      aria-hidden
      lang="en"
      className="w-full max-w-64 overflow-hidden rounded-card border border-line bg-[#1d1f26] text-xs text-white select-none"
    >
      <p className="bg-[#272a33] px-2 py-1 font-semibold">{title}</p>
      {children}
    </div>
  )
}
