/**
 * Gathers what comes in a burst, so that ten thousand bots that follow within a minute are a few rows and alerts. What has a message stays
 * alone, and so do subscriptions, of which each name is kept because Twitch may announce one twice.
 */
import type { SentShowEvent, ShowKind, ShowSource } from '../../contract/show/show-event.ts'

export interface Bursts {
  /** Takes an event, and returns true, if it is part of a burst or was taken before. Otherwise the event is to be stored alone. */
  take(creatorUid: string, source: ShowSource, sent: SentShowEvent): boolean
  /** Hands over at once what is gathered. */
  flush(): void
}

/** The kinds of which no event is part of a burst: a name or an amount of each counts, or they cannot be many. */
const isAlone = new Set<ShowKind>(['subscription', 'train', 'charity', 'superchat', 'other'])
/** How many events of a kind are alone at once, and how often another one may be. */
const maxAlone = 10
const aloneEachMs = 2_000
/** How long a burst is gathered before it is handed over. */
export const gatherMs = 5_000
/** How long the ids of a kind's events are remembered after the last one, and how many, for what Twitch sends again. */
const rememberedMs = 600_000
const maxIds = 20_000

/** The recent events of a creator, of one kind, tier and title. */
interface Recent {
  creatorUid: string
  source: ShowSource
  ids: Set<string>
  /** How many may be alone now, as of `at`. */
  alone: number
  at: number
  gathered: SentShowEvent[]
  timer: NodeJS.Timeout | undefined
}

/** Opens the bursts. `store` gets the events of one burst, which are of one kind, tier and title, in their order. */
export function openBursts(
  store: (creatorUid: string, source: ShowSource, events: SentShowEvent[]) => void,
): Bursts {
  const kinds = new Map<string, Recent>()

  function find(creatorUid: string, source: ShowSource, key: string): Recent {
    const now = performance.now()
    const known = kinds.get(key)
    if (known) {
      known.alone = Math.min(maxAlone, known.alone + (now - known.at) / aloneEachMs)
      known.at = now
      return known
    }
    for (const [other, { at, gathered }] of kinds)
      if (now - at > rememberedMs && gathered.length === 0) kinds.delete(other)
    const recent = {
      creatorUid,
      source,
      ids: new Set<string>(),
      alone: maxAlone,
      at: now,
      gathered: [],
      timer: undefined,
    }
    kinds.set(key, recent)
    return recent
  }

  function handOver(recent: Recent): void {
    clearTimeout(recent.timer)
    recent.timer = undefined
    const { creatorUid, source, gathered } = recent
    Object.assign(recent, { gathered: [], alone: 0, at: performance.now() })
    if (gathered.length > 0) store(creatorUid, source, gathered)
  }

  return {
    take(creatorUid, source, sent) {
      if (isAlone.has(sent.kind) || ('message' in sent && sent.message)) return false
      const tier = 'tier' in sent ? sent.tier : undefined
      const title = 'title' in sent ? sent.title : undefined
      const recent = find(creatorUid, source, [creatorUid, source, sent.kind, tier, title].join(' '))
      if (isKnown(recent, sent.id)) return true
      if (recent.gathered.length === 0 && recent.alone >= 1) {
        recent.alone--
        return false
      }
      recent.gathered.push(sent)
      recent.timer ??= setTimeout(() => handOver(recent), gatherMs)
      return true
    },
    flush() {
      for (const recent of kinds.values()) handOver(recent)
    },
  }
}

/** Returns whether an id was seen before, and remembers it. */
function isKnown({ ids }: Recent, id: string | undefined): boolean {
  if (id === undefined) return false
  if (ids.has(id)) return true
  ids.add(id)
  if (ids.size > maxIds) ids.delete(ids.values().next().value!)
  return false
}
