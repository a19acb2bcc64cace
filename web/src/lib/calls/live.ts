import { useEffect, useRef, useState } from 'react'
import type { Socket } from 'socket.io-client'
import * as z from 'zod/mini'
import { dataExport } from '../../../../contract/accounts/data-export.ts'
import type { DataExport } from '../../../../contract/accounts/data-export.ts'
import { goal, leaderboard } from '../../../../contract/entities.ts'
import type { Goal, Leaderboard } from '../../../../contract/entities.ts'
import { livePath } from '../../../../contract/sockets.ts'
import type { LiveHello, LiveToPage } from '../../../../contract/sockets.ts'
import { whenIdle } from '../when-idle.ts'

export type LiveStatus = 'connecting' | 'on' | 'lost'

interface LiveHandlers {
  goals?: (goals: Goal[]) => void
  leaderboard?: (board: Leaderboard) => void
  notifications?: (unread: number) => void
  /** Called when the session of this page has ended. */
  sessionEnded?: () => void
  dataExport?: (dataExport: DataExport) => void
  /** Called for each message of the control panel, which its page parses. */
  panel?: (event: 'panel' | 'panelTips' | 'panelShows' | 'panelClosed', ...data: unknown[]) => void
  /** Called when the connection is back after a loss, because messages may have been missed. */
  onReturn?: () => void
}

/**
 * The delay before reconnecting after the server refused the connection. The client reconnects by itself only after network
 * failures.
 */
const refusedRetryMs = 10_000

type LiveSocket = Socket<LiveToPage, Record<string, never>>

/**
 * Subscribes to live messages: about a creator, or about the visitor's own account if `hello` names no creator. Does not
 * subscribe if `hello` is null.
 */
export function useLive(hello: LiveHello | null, handlers: LiveHandlers): LiveStatus {
  const [status, setStatus] = useState<LiveStatus>('connecting')
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  const { userName, userUID, panel } = hello ?? {}
  const isEnabled = hello !== null

  useEffect(() => {
    if (!isEnabled) return undefined
    const auth = { ...(userName && { userName }), ...(userUID && { userUID }), ...(panel && { panel }) }
    return openLive(auth, (callHandler) => callHandler(latest.current), setStatus)
  }, [isEnabled, userName, userUID, panel])

  return status
}

type Notify = (callHandler: (handlers: LiveHandlers) => void) => void

/** Loads the Socket.IO client when the browser is idle and connects. Returns a function that disconnects. */
function openLive(auth: LiveHello, notify: Notify, setStatus: (status: LiveStatus) => void): () => void {
  let socket: LiveSocket | undefined
  let isClosed = false

  whenIdle(() => {
    if (isClosed) return
    void import('socket.io-client').then(({ io }) => {
      if (isClosed) return
      socket = io(livePath, { auth, forceNew: true })
      listen(socket, notify, setStatus)
    })
  })
  return () => {
    isClosed = true
    socket?.disconnect()
  }
}

function listen(socket: LiveSocket, notify: Notify, setStatus: (status: LiveStatus) => void): void {
  let wasLost = false
  socket.on('connect', () => {
    setStatus('on')
    if (wasLost) notify((handlers) => handlers.onReturn?.())
    wasLost = false
  })
  const handleLoss = () => {
    wasLost = true
    setStatus('lost')
  }
  socket.on('connect_error', () => {
    handleLoss()
    if (!socket.active) setTimeout(() => socket.connect(), refusedRetryMs)
  })
  socket.on('disconnect', (reason) => {
    handleLoss()
    if (reason === 'io server disconnect') socket.connect() // the Socket.IO client does not reconnect by itself after this reason
  })
  socket.on(
    'goals',
    receive(z.array(goal), (goals) => notify((handlers) => handlers.goals?.(goals))),
  )
  socket.on(
    'leaderboard',
    receive(leaderboard, (board) => notify((handlers) => handlers.leaderboard?.(board))),
  )
  socket.on(
    'notifications',
    receive(z.int(), (unread) => notify((handlers) => handlers.notifications?.(unread))),
  )
  for (const event of ['panel', 'panelTips', 'panelShows', 'panelClosed'] as const)
    socket.on(event, (...data: unknown[]) => notify((handlers) => handlers.panel?.(event, ...data)))
  socket.on('sessionEnded', () => notify((handlers) => handlers.sessionEnded?.()))
  socket.on(
    'dataExport',
    receive(dataExport, (moved) => notify((handlers) => handlers.dataExport?.(moved))),
  )
}

/** Validates a live message; an invalid one is dropped and logged. */
function receive<S extends z.ZodMiniType>(schema: S, handle: (data: z.output<S>) => void) {
  return (message: unknown) => {
    const checked = z.safeParse(schema, message)
    if (checked.success) handle(checked.data)
    else console.error('Invalid live message', checked.error.issues)
  }
}
