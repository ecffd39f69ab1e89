// The connection to a host: a WebSocket that reconnects. Knows no table.
import type { GuestMessage, HostMessage } from '../client/types'

/** The part of a WebSocket used here, replaceable in tests. */
export interface Socket {
  send(text: string): void
  close(): void
  addEventListener(what: 'open' | 'message' | 'close', listener: (event: Event) => void): void
}

export interface ConnectionEvents {
  /** Connected: time to identify. */
  opened(): void
  heard(message: HostMessage): void
  /** Disconnected; reconnecting is automatic. */
  broke(): void
}

/** Delays before each new attempt in milliseconds; the last one repeats. */
const WAITS = [300, 1000, 2000, 4000] as const

export class Connection {
  private socket: Socket | null = null
  private isOpen = false
  private tries = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly open: () => Socket,
    private readonly events: ConnectionEvents,
  ) {}

  begin(): void {
    const socket = this.open()
    this.socket = socket
    this.timer = undefined
    socket.addEventListener('open', () => {
      if (this.socket !== socket) return
      this.isOpen = true
      this.tries = 0
      this.events.opened()
    })
    socket.addEventListener('message', (event) => {
      const { data } = event as MessageEvent
      if (this.socket === socket && typeof data === 'string') this.events.heard(JSON.parse(data) as HostMessage)
    })
    socket.addEventListener('close', () => {
      if (this.socket !== socket) return
      this.isOpen = false
      this.events.broke()
      // The listener may have ended the connection.
      if (this.socket === socket) this.timer = setTimeout(() => this.begin(), WAITS[Math.min(this.tries++, WAITS.length - 1)])
    })
  }

  /** Sends a message; returns false while disconnected. */
  say(message: GuestMessage): boolean {
    if (!this.isOpen) return false
    this.socket?.send(JSON.stringify(message))
    return true
  }

  /** The network may be back, so reconnect at once. */
  hurry(): void {
    if (this.isOpen || !this.timer) return
    clearTimeout(this.timer)
    this.begin()
  }

  end(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const { socket } = this
    this.socket = null
    this.isOpen = false
    socket?.close()
  }
}
