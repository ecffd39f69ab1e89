// The year rings of a slice of a trunk, as paths in a box of 100. The same level always gives the same tree.

/** The drawing of one level. */
export interface Slice {
  heart: { x: number; y: number }
  /** One closed path a ring, from the heart outwards. */
  rings: string[]
}

/** Radius of the wood inside the bark. */
export const FACE = 44
const OUTERMOST = 0.94 * FACE
/** Points on a ring; curves between them. */
const POINTS = 20

/** Numbers from 0 to 1 that follow from a seed (Park and Miller's generator). */
function numbers(seed: number): () => number {
  let state = seed * 7919 + 13
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

/** A closed curve through the middles of a polygon's sides. */
function curve(points: readonly { x: number; y: number }[]): string {
  const middle = (at: number): string => {
    const [one, next] = [points[at % points.length], points[(at + 1) % points.length]]
    return `${(((one?.x ?? 0) + (next?.x ?? 0)) / 2).toFixed(1)} ${(((one?.y ?? 0) + (next?.y ?? 0)) / 2).toFixed(1)}`
  }
  const arcs = points.map(({ x, y }, at) => `Q${x.toFixed(1)} ${y.toFixed(1)} ${middle(at)}`)
  return `M${middle(points.length - 1)}${arcs.join('')}Z`
}

/** A slice with `level` rings (at least one). Wide and narrow years alternate; rings never cross, as their shapes change slowly. */
export function slice(level: number): Slice {
  const count = Math.max(1, Math.round(level))
  const random = numbers(count)
  const heart = { x: 48.5 + 3 * (random() - 0.5), y: 51.5 + 3 * (random() - 0.5) }
  const turn = [random(), random(), random()].map((part) => part * 2 * Math.PI)
  const years = Array.from({ length: count }, () => 0.7 + 0.6 * random())
  // The last year is cut by the bark.
  const all = years.reduce((sum, year) => sum + year, 0.4)
  let grown = 0
  const rings = years.map((year) => {
    grown += year / all
    const radius = OUTERMOST * grown
    return curve(
      Array.from({ length: POINTS }, (_, at) => {
        const angle = (at / POINTS) * 2 * Math.PI
        const [two = 0, three = 0, five = 0] = turn
        const wave =
          0.035 * Math.sin(2 * angle + two + grown) +
          0.02 * Math.sin(3 * angle + three - grown) +
          0.012 * Math.sin(5 * angle + five + 2 * grown)
        // The trunk is round outside, though its heart is not in the middle.
        const x = heart.x + (50 - heart.x) * grown
        const y = heart.y + (50 - heart.y) * grown
        return { x: x + radius * (1 + wave) * Math.cos(angle), y: y + radius * (1 + wave) * Math.sin(angle) }
      }),
    )
  })
  return { heart, rings }
}
