// Gives Android's web view the browser's APIs that it lacks, by way of the program. Knows no page and no draughts.

/** A request to the program (`Act` in app-tauri/src/phone.rs). */
export type Act =
  | { kind: 'share'; title: string; text: string }
  | { kind: 'keepAwake'; on: boolean }
  | { kind: 'setBars'; dark: boolean }
  | { kind: 'print' }

/** Adds sharing, the wake lock and printing, and keeps the signs in the system's bars visible on the page. */
export function completeWebView(act: (what: Act) => Promise<void>): void {
  const give = (name: 'share' | 'wakeLock', value: unknown): void =>
    void Object.defineProperty(navigator, name, { configurable: true, value })

  give('share', ({ title = '', text = '', url = '' }: ShareData) =>
    act({ kind: 'share', title, text: [text, url].filter(Boolean).join('\n') }),
  )

  give('wakeLock', {
    async request() {
      await act({ kind: 'keepAwake', on: true })
      const lock = {
        released: false,
        async release(): Promise<void> {
          lock.released = true
          await act({ kind: 'keepAwake', on: false })
        },
      }
      return lock
    },
  })

  window.print = () => void act({ kind: 'print' }).catch(() => undefined)

  const root = document.documentElement
  const night = matchMedia('(prefers-color-scheme: dark)')
  let told: boolean | undefined
  const suit = (): void => {
    const { theme } = root.dataset
    const dark = theme ? theme === 'dark' : night.matches
    if (dark === told) return
    told = dark
    void act({ kind: 'setBars', dark }).catch(() => undefined)
  }
  new MutationObserver(suit).observe(root, { attributeFilter: ['data-theme'] })
  night.addEventListener('change', suit)
  suit()
}
