/** The calls and events of Brimful's API for tools. Made from its contract: see README.md. */

/** Every call by its method and path, with its input and response. */
export interface Calls {
  /** Shows an event that is not a tip on your stream: a follow, a subscription, subscriptions given, bits, a raid, a Hype Train’s level, a reward, a donation to charity, a Super Chat, or whatever you name by a title. It is marked as a tool’s and never counts as money. `ignored`: your settings do not want it. `held`: it waits for your review. Needs the scope `events:send`. */
  'POST tools/event': {
    body: {
      id?: string
      kind: 'follow'
      name: string
      message?: string
    } | {
      id?: string
      kind: 'subscription'
      name: string
      message?: string
      tier?: '1' | '2' | '3' | 'prime'
      quantity?: number
    } | {
      id?: string
      kind: 'gift'
      name: string
      message?: string
      tier?: '1' | '2' | '3' | 'prime'
      quantity: number
    } | {
      id?: string
      kind: 'cheer' | 'raid'
      name: string
      message?: string
      quantity: number
    } | {
      id?: string
      kind: 'train'
      quantity: number
    } | {
      id?: string
      kind: 'reward'
      name: string
      message?: string
      title: string
      quantity?: number
    } | {
      id?: string
      kind: 'charity'
      name: string
      message?: string
      title: string
      quantity?: number
      unit?: 'usd' | 'gbp' | 'eur' | 'jpy' | 'cad' | 'aud' | 'chf' | 'sek' | 'nok' | 'dkk' | 'pln' | 'czk' | 'huf' | 'nzd' | 'mxn'
    } | {
      id?: string
      kind: 'superchat'
      name: string
      message?: string
      quantity?: number
      unit?: 'usd' | 'gbp' | 'eur' | 'jpy' | 'cad' | 'aud' | 'chf' | 'sek' | 'nok' | 'dkk' | 'pln' | 'czk' | 'huf' | 'nzd' | 'mxn'
    } | {
      id?: string
      kind: 'other'
      title: string
      name?: string
      message?: string
      quantity?: number
      unit?: string
    }
    response: {
      id: string | null
      status: 'accepted' | 'held' | 'ignored'
    }
  }
  /** Your goals in your order, without archived ones. Needs the scope `goals:read`. */
  'GET tools/goals': {
    response: {
      goals: Array<{
        id: string
        title: string
        status: 'ACTIVE' | 'COMPLETED' | 'EXPIRED' | 'ARCHIVED'
        currency: 'usd' | 'gbp'
        amount: number
        amountReceived: number
        percent: number
        text: string
        endsAt: string | null
      }>
    }
  }
  /** One goal: the one with this id, or your first active one. 404 if you have no such goal. Needs the scope `goals:read`. */
  'GET tools/goal': {
    query?: {
      id?: string
    }
    response: {
      id: string
      title: string
      status: 'ACTIVE' | 'COMPLETED' | 'EXPIRED' | 'ARCHIVED'
      currency: 'usd' | 'gbp'
      amount: number
      amountReceived: number
      percent: number
      text: string
      endsAt: string | null
    }
  }
  /** Tips in the order in which they were shown: those after a cursor, or without one the latest. Read on with the new cursor while `hasMore`. The cursor is the feed’s. Needs the scope `tips:read`. */
  'GET tools/tips': {
    query?: {
      after?: number
      limit?: number
    }
    response: {
      tips: Array<{
        id: string
        timestamp: string
        type: 'tip.captured' | 'goal.funded' | 'goal.milestone' | 'alert.tested' | 'alert.replayed'
        data: {
          tipId: string | null
          name: string
          message: string | null
          amount: number
          currency: 'usd' | 'gbp' | 'eur' | 'jpy' | 'cad' | 'aud' | 'chf' | 'sek' | 'nok' | 'dkk' | 'pln' | 'czk' | 'huf' | 'nzd' | 'mxn'
          amountText: string
          worth: number
          worthCurrency: 'usd' | 'gbp' | 'usd' | 'gbp' | 'eur' | 'jpy' | 'cad' | 'aud' | 'chf' | 'sek' | 'nok' | 'dkk' | 'pln' | 'czk' | 'huf' | 'nzd' | 'mxn'
          goalTitle: string | null
          goalAmount: number | null
          goalAmountReceived: number | null
        }
        cursor: number
      }>
      cursor: number
      hasMore: boolean
    }
  }
  /** The latest tip that was shown. 404 if no tip is among the last hundred alerts. Needs the scope `tips:read`. */
  'GET tools/latest-tip': {
    response: {
      tipId: string | null
      name: string
      message: string | null
      amount: number
      currency: 'usd' | 'gbp' | 'eur' | 'jpy' | 'cad' | 'aud' | 'chf' | 'sek' | 'nok' | 'dkk' | 'pln' | 'czk' | 'huf' | 'nzd' | 'mxn'
      amountText: string
      worth: number
      worthCurrency: 'usd' | 'gbp' | 'usd' | 'gbp' | 'eur' | 'jpy' | 'cad' | 'aud' | 'chf' | 'sek' | 'nok' | 'dkk' | 'pln' | 'czk' | 'huf' | 'nzd' | 'mxn'
      goalTitle: string | null
      goalAmount: number | null
      goalAmountReceived: number | null
      id: string
      timestamp: string
    }
  }
  /** Your top supporters of the week or the month (both in UTC) or of all time, with what they gave in your currency. Needs the scope `board:read`. */
  'GET tools/board': {
    query?: {
      period?: 'week' | 'month' | 'all'
      limit?: number
    }
    response: {
      supporters: Array<{
        place: number
        name: string
        amount: number
        amountText: string
      }>
    }
  }
  /** Shows the alert of a sample tip on your stream, and sends it to your feeds and webhooks as `alert.tested`. Needs the scope `alerts:test`. */
  'POST tools/test-alert': {
    body: {
      kind?: 'message' | 'long-name' | 'emoji' | 'right-to-left' | 'anonymous' | 'private' | 'goal-funded' | 'refunded'
    }
    response: Record<string, never>
  }
  /** The state of your control panel. Needs the scope `panel:read`. */
  'GET tools/panel': {
    response: {
      version: number
      status: 'playing' | 'paused' | 'panic'
      isPaused: boolean
      isMuted: boolean
      isPanic: boolean
      isShowing: boolean
      waiting: number
    }
  }
  /** Does one thing in your control panel: pauses or resumes alerts, mutes or unmutes them, skips one, shows one again, or begins or ends a panic. 409 if it is so already; what toggles always changes something. Needs the scope `panel:act`. */
  'POST tools/panel': {
    body: {
      action: 'pause' | 'resume' | 'toggle-pause' | 'mute' | 'unmute' | 'toggle-mute' | 'panic'
    } | {
      action: 'end-panic'
      waiting: 'play' | 'drop'
    } | {
      action: 'skip' | 'replay'
      tipId?: string
    }
    response: {
      version: number
      status: 'playing' | 'paused' | 'panic'
      isPaused: boolean
      isMuted: boolean
      isPanic: boolean
      isShowing: boolean
      waiting: number
    }
  }
  /** Your timers, oldest first. Needs the scope `timers:read`. */
  'GET tools/timers': {
    response: {
      timers: Array<{
        id: string
        name: string
        status: 'idle' | 'running' | 'paused' | 'ended'
        endsAt: string | null
        leftSeconds: number
        text: string
        isHappyHour: boolean
      }>
    }
  }
  /** One timer: the one with this id, or else the first that runs or is paused, or else your first one. 404 if you have no such timer. Needs the scope `timers:read`. */
  'GET tools/timer': {
    query?: {
      id?: string
    }
    response: {
      id: string
      name: string
      status: 'idle' | 'running' | 'paused' | 'ended'
      endsAt: string | null
      leftSeconds: number
      text: string
      isHappyHour: boolean
    }
  }
  /** Adds seconds to a timer that runs or is paused, or takes them away. Without an id it is the timer of `GET tools/timer`. 409 if it does not run. Needs the scope `timers:act`. */
  'POST tools/timer': {
    body: {
      id?: string
      seconds: number
    }
    response: {
      id: string
      name: string
      status: 'idle' | 'running' | 'paused' | 'ended'
      endsAt: string | null
      leftSeconds: number
      text: string
      isHappyHour: boolean
    }
  }
  /** Begins a stream: its total counts from zero, and so do the goals that start anew with each stream. Tips and statement stay as they are. Needs the scope `panel:act`. */
  'POST goals/start-stream-total': {
    response: {
      currency: 'usd' | 'gbp'
      amount: number
      startedAt: string | null
    }
  }
}

/** An event of the feed. */
export type FeedEvent = {
  id: string
  timestamp: string
  type: 'tip.captured' | 'goal.funded' | 'goal.milestone' | 'alert.tested' | 'alert.replayed'
  data: {
    tipId: string | null
    name: string
    message: string | null
    amount: number
    currency: 'usd' | 'gbp' | 'eur' | 'jpy' | 'cad' | 'aud' | 'chf' | 'sek' | 'nok' | 'dkk' | 'pln' | 'czk' | 'huf' | 'nzd' | 'mxn'
    amountText: string
    worth: number
    worthCurrency: 'usd' | 'gbp' | 'usd' | 'gbp' | 'eur' | 'jpy' | 'cad' | 'aud' | 'chf' | 'sek' | 'nok' | 'dkk' | 'pln' | 'czk' | 'huf' | 'nzd' | 'mxn'
    goalTitle: string | null
    goalAmount: number | null
    goalAmountReceived: number | null
  }
  cursor: number
} | {
  id: string
  timestamp: string
  type: 'show.received' | 'show.replayed'
  data: {
    kind: 'follow' | 'subscription' | 'gift' | 'cheer' | 'raid' | 'train' | 'reward' | 'charity' | 'superchat' | 'other'
    source: 'tool' | 'twitch' | 'youtube'
    title: string | null
    quantity: number | null
    unit: string | null
    tier?: '1' | '2' | '3' | 'prime'
    count?: number
    showEventId: string
    name: string | null
    message: string | null
  }
  cursor: number
}
