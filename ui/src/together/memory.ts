// What a guest's page remembers of itself through a reload: who one is, in which evening. Where the browser keeps nothing, neither
// does this.

export interface Remembered {
  key: string
  name: string
  token: string | null
}

const PLACE = 'damier-together'

export interface Memory {
  read(): Remembered | null
  write(remembered: Remembered): void
}

export const memory: Memory = {
  read() {
    try {
      const { key, name, token } = JSON.parse(sessionStorage.getItem(PLACE) ?? '') as Record<string, unknown>
      if (typeof key !== 'string' || typeof name !== 'string') return null
      return { key, name, token: typeof token === 'string' ? token : null }
    } catch {
      return null
    }
  },
  write(remembered) {
    try {
      sessionStorage.setItem(PLACE, JSON.stringify(remembered))
    } catch {
      // A browser that keeps nothing: a reload asks for the name again.
    }
  },
}
