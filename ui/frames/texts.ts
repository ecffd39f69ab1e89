// The texts of the pictures: those of the stores.
import about from '../../app-tauri/stores/about.json'

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

export const TEXTS: Record<string, Texts> = about.texts
