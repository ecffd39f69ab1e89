// What a browser gives its workers, in a thread of Node: then runs one of them. Knows none.
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'

const fromNetwork = globalThis.fetch

globalThis.self = globalThis
// No private file system: games live in memory.
globalThis.isSecureContext = false
globalThis.addEventListener = (_type, listener) => parentPort.on('message', (data) => listener({ data }))
globalThis.postMessage = (message) => parentPort.postMessage(message)
globalThis.fetch = async (address, ...more) => {
  const url = new URL(address.url ?? address)
  if (url.protocol !== 'file:') return fromNetwork(address, ...more)
  const type = url.pathname.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream'
  return new Response(await readFile(url), { headers: { 'content-type': type } })
}
// Node hands over a thousand messages of one port before it looks at another: a search that lets its messages be read by one to
// itself would not hear a stop for seconds.
globalThis.MessageChannel = class {
  port1 = Object.assign(new EventTarget(), { start() {} })
  port2 = { postMessage: () => setImmediate(() => this.port1.dispatchEvent(new Event('message'))) }
}

await import(workerData)
