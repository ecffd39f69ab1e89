// The line to a host: a WebSocket that is opened again where it breaks. Knows no table.
import type { GuestMessage, HostMessage } from '../client/types'

/** What a line needs of a WebSocket, so that tests have their own. */
export interface Socket {
  send(text: string): void
  close(): void
  addEventListener(what: 'open' | 'message' | 'close', listener: (event: Event) => void): void
}

export interface LineEvents {
  /** The line stands: time to say who one is. */
  opened(): void
  heard(message: HostMessage): void
  /** It broke; it is tried again by itself. */
  broke(): void
}

/** Waits before each new try, milliseconds; the last for all that follow. */
const WAITS = [300, 1000, 2000, 4000] as const

export class Line {
  private socket: Socket | null = null
  private isOpen = false
  private tries = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly open: () => Socket,
    private readonly events: LineEvents,
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
      // Whoever heard of it may have ended the line.
      if (this.socket === socket) this.timer = setTimeout(() => this.begin(), WAITS[Math.min(this.tries++, WAITS.length - 1)])
    })
  }

  /** Whether it was sent: not while the line is broken. */
  say(message: GuestMessage): boolean {
    if (!this.isOpen) return false
    this.socket?.send(JSON.stringify(message))
    return true
  }

  /** A network may be there again: no need to wait. */
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
