/** The line to the server. It is looked for again for ever, and nothing of that is seen on the stream. */
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import type { ErrorCode } from '../../contract/errors.ts'

const wrongAddress: (ErrorCode | undefined)[] = ['invalid_input', 'not_found']
const retry = { soonest: 5000, spread: 5000 }

/** Connects to a namespace; `hello` is asked anew each time, `misled` told when the server knows nothing of what it says. */
export function connect(path: string, hello: () => object, misled: () => void): Socket {
  const socket = io(path, {
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    auth: (say) => say(hello()),
  })
  // The client comes back by itself after all but a no of the server's.
  const comeBack = () => {
    if (!socket.active) setTimeout(() => socket.connect(), retry.soonest + Math.random() * retry.spread)
  }
  socket.on('disconnect', comeBack)
  socket.on('connect_error', (error: Error & { data?: { code: ErrorCode } }) => {
    if (wrongAddress.includes(error.data?.code)) misled()
    comeBack()
  })
  return socket
}
