// Marks an import in progress outside the store, so that the next start can say that a crash broke it off. Knows no store.

const PLACE = 'damier.import'

/** An import in progress: the file, and the number of games that have come in. */
export interface ImportMark {
  name: string
  stored: number
}

/** Marks the import in progress; `null` when it has ended, however it ended. */
export function markImport(importing: ImportMark | null): void {
  try {
    if (importing) localStorage.setItem(PLACE, JSON.stringify(importing))
    else localStorage.removeItem(PLACE)
  } catch {
    // Without browser storage nothing is told.
  }
}

/** The import that the end of the last page broke off. It is told once. */
export function brokenImport(): ImportMark | null {
  try {
    const { name, stored } = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, unknown>
    markImport(null)
    return typeof name === 'string' && typeof stored === 'number' ? { name, stored } : null
  } catch {
    return null
  }
}
