// Sets up a worker's globals in a Node thread, then runs a worker script.
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'

const fromNetwork = globalThis.fetch

globalThis.self = globalThis
// No private file system: games stay in memory.
globalThis.isSecureContext = false
globalThis.addEventListener = (_type, listener) => parentPort.on('message', (data) => listener({ data }))
globalThis.postMessage = (message) => parentPort.postMessage(message)
globalThis.fetch = async (address, ...more) => {
  const url = new URL(address.url ?? address)
  if (url.protocol !== 'file:') return fromNetwork(address, ...more)
  const type = url.pathname.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream'
  return new Response(await readFile(url), { headers: { 'content-type': type } })
}
// Node delivers up to a thousand messages of one port before it turns to another. A search that yields by messages to itself
// would notice a stop only seconds later.
globalThis.MessageChannel = class {
  port1 = Object.assign(new EventTarget(), { start() {} })
  port2 = { postMessage: () => setImmediate(() => this.port1.dispatchEvent(new Event('message'))) }
}

await import(workerData)
