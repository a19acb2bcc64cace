/** Reads the pages of a streamed chat: the elements of one JSON array that ends with the connection. */
import { JSONParser } from '@streamparser/json'
import { z } from 'zod'

/** The largest page that is read. 2,000 messages of 200 characters are below 4 MB. */
const maxBytes = 8 * 1024 * 1024

const page = z.object({
  items: z.array(z.unknown()).default([]),
  nextPageToken: z.string().max(10_000).optional(),
  /** When the broadcast ended. */
  offlineAt: z.string().max(100).optional(),
})
export type ChatPage = z.output<typeof page>

/** Yields each page once it is complete. Throws on what is no such array, and on a page that is too large. */
export async function* readPages(body: AsyncIterable<Uint8Array>): AsyncGenerator<ChatPage> {
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false })
  const complete: unknown[] = []
  let bytes = 0
  parser.onValue = ({ value }) => {
    complete.push(value)
    bytes = 0
  }
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`a page of the chat has more than ${maxBytes} bytes`)
    parser.write(chunk)
    for (const value of complete.splice(0)) yield page.parse(value)
  }
}
