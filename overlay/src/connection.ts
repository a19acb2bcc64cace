/** Opens the connection to the server. It reconnects forever, and nothing on the stream shows that it is lost. */
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import type { ErrorCode } from '../../contract/errors.ts'

const wrongAddressCodes: (ErrorCode | undefined)[] = ['invalid_input', 'not_found', 'forbidden']
const retryMs = { min: 5000, jitter: 5000 }

/**
 * Connects to a namespace. `hello` returns the data to send with each attempt; `onWrongAddress` is called if the server rejects
 * that data.
 */
export function connect(path: string, hello: () => object, onWrongAddress: () => void): Socket {
  const socket = io(path, {
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    auth: (send) => send(hello()),
  })
  // Reconnects where Socket.IO does not do so by itself: after the server refused or closed the socket.
  const reconnect = () => {
    if (!socket.active) setTimeout(() => socket.connect(), retryMs.min + Math.random() * retryMs.jitter)
  }
  socket.on('disconnect', reconnect)
  socket.on('connect_error', (error: Error & { data?: { code: ErrorCode } }) => {
    if (wrongAddressCodes.includes(error.data?.code)) onWrongAddress()
    reconnect()
  })
  return socket
}
