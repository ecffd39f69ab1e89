// Identity of a guest, kept through a reload: who and in which evening. Without browser storage nothing is kept.

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
      // No storage: a reload asks for the name again.
    }
  },
}
