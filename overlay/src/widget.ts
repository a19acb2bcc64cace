/** What all widgets share: their connection to `/live`, and a panic. */
import type { Socket } from 'socket.io-client'
import type { livePath, LiveHello } from '../../contract/sockets.ts'
import { connect } from './connection.ts'
import { toggleWrongAddress } from './dom.ts'

/**
 * The namespace's path, written out and checked against the contract's type, because importing the value would add the contract's
 * schemas to the bundle.
 */
const path: typeof livePath = '/live'

/** Connects a widget. In a panic it shows nothing at all, as `control.ts` does for alerts. */
export function connectWidget(hello: () => LiveHello): Socket {
  const socket = connect(path, hello, () => toggleWrongAddress(true))
  const { style } = document.documentElement
  socket.on('blank', (isBlank: boolean) => {
    if (isBlank) style.setProperty('display', 'none', 'important')
    else style.removeProperty('display')
  })
  return socket
}
