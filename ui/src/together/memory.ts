// The guests of this device in the evening. A tab remembers its own guest through a reload; the browser remembers the guests of
// this device until another evening, so that whoever closes the tab gets the seat back. Without storage nothing is kept.

export interface Remembered {
  key: string
  name: string
  token: string | null
}

const PLACE = 'damier-together'
/** Most guests of one device that are remembered. */
const MOST = 4

export interface Memory {
  /** The guest of this tab. */
  read(): Remembered | null
  /** Remembers the guest; without a token it is forgotten. */
  write(remembered: Remembered): void
  /** The guests of this device in an evening, the latest first. */
  known?(key: string): Remembered[]
}

function parsed(text: string | null): Remembered | null {
  try {
    const { key, name, token } = JSON.parse(text ?? '') as Record<string, unknown>
    if (typeof key !== 'string' || typeof name !== 'string') return null
    return { key, name, token: typeof token === 'string' ? token : null }
  } catch {
    return null
  }
}

function known(key: string): Remembered[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    if (!Array.isArray(kept)) return []
    const guests = kept.map((one) => parsed(JSON.stringify(one)))
    return guests.filter((one): one is Remembered => one !== null && one.key === key && one.token !== null)
  } catch {
    return []
  }
}

export const memory: Memory = {
  read() {
    try {
      return parsed(sessionStorage.getItem(PLACE))
    } catch {
      return null
    }
  },
  write(remembered) {
    try {
      sessionStorage.setItem(PLACE, JSON.stringify(remembered))
      const others = known(remembered.key).filter(({ name }) => name !== remembered.name)
      const guests = remembered.token === null ? others : [remembered, ...others]
      localStorage.setItem(PLACE, JSON.stringify(guests.slice(0, MOST)))
    } catch {
      // No storage: a reload asks for the name again.
    }
  },
  known,
}
