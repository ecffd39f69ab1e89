// Simulates a phone's connection between a browser and a local server: a bandwidth shared by all requests, and a latency. It records the
// time of each response.
import { Agent, createServer, request } from 'node:http'

/** Bytes sent at once. */
const PIECE = 8192

/**
 * @param {number} to the server's port
 * @param {{ bytes: number, latency: number }} line bytes per second; round trip in milliseconds
 * @returns {Promise<{ address: string, came: { path: string, bytes: number, asked: number, came: number }[], close: () => Promise<void> }>}
 */
export async function line(to, { bytes, latency }) {
  const agent = new Agent({ keepAlive: true })
  const came = []
  const known = new WeakSet()
  let free = 0
  /** Waits until the line is free for `length` bytes. */
  const turn = async (length) => {
    const now = performance.now()
    free = Math.max(free, now) + (length / bytes) * 1000
    if (free > now + 1) await new Promise((resolve) => setTimeout(resolve, free - now))
  }
  const server = createServer(async (asked, answer) => {
    const at = performance.now()
    // A new connection needs a handshake first.
    const trips = known.has(asked.socket) ? 1 : 2
    known.add(asked.socket)
    await new Promise((resolve) => setTimeout(resolve, trips * latency))
    const upstream = request({ port: to, path: asked.url, method: asked.method, headers: asked.headers, agent }, async (given) => {
      answer.writeHead(given.statusCode, given.headers)
      answer.flushHeaders()
      let sum = 0
      for await (const chunk of given) {
        for (let from = 0; from < chunk.length; from += PIECE) {
          const piece = chunk.subarray(from, from + PIECE)
          await turn(piece.length)
          answer.write(piece)
          sum += piece.length
        }
      }
      answer.end()
      came.push({ path: asked.url, bytes: sum, asked: at, came: performance.now() })
    })
    upstream.on('error', () => answer.destroy())
    upstream.end()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://localhost:${server.address().port}/`,
    came,
    close() {
      agent.destroy()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
