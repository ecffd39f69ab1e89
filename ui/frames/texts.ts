// The texts of the pictures: those of the stores.
/** The picture for links, and the frames of a store in their order. */
export type FrameName = 'link' | 'wood' | 'rule' | 'puzzle' | 'opponents' | 'review' | 'games'

interface Text {
  title: string
  line: string
}

export interface Texts {
  link: string[]
  frames: Record<Exclude<FrameName, 'link'>, Text>
}

const files = import.meta.glob<Texts>('../../app-tauri/stores/texts/*.json', { eager: true, import: 'default' })

/** The texts by language. */
export const TEXTS = Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]))
