/** A button at the foot of a moment. */
export interface Action {
  text: string
  /** A second line in smaller letters. */
  line?: string
  go: () => void
}
