/** What all widgets share: their connection to `/live`, the creator's look, and a panic. */
import type { Socket } from 'socket.io-client'
import type { livePath, LiveHello, WidgetLook } from '../../contract/sockets.ts'
import { connect } from './connection.ts'
import { toggleWrongAddress } from './dom.ts'
import { setLook } from './look.ts'

/**
 * The namespace's path, written out and checked against the contract's type, because importing the value would add the contract's
 * schemas to the bundle.
 */
const path: typeof livePath = '/live'

/** Connects a widget. It looks as the creator's alerts do, and in a panic it shows nothing at all, as `control.ts` does for alerts. */
export function connectWidget(hello: () => LiveHello): Socket {
  const root = document.documentElement
  const { style } = root
  let version = 0
  const socket = connect(path, hello, () => toggleWrongAddress(true))
  socket.on('connect', () => toggleWrongAddress(false))
  socket.on('look', (look: WidgetLook) => {
    if (look.version < version) return // messages of two servers can overtake each other
    version = look.version
    root.dataset['size'] = look.size
    setLook(root, look)
  })
  socket.on('blank', (isBlank: boolean) => {
    if (isBlank) style.setProperty('display', 'none', 'important')
    else style.removeProperty('display')
  })
  return socket
}
