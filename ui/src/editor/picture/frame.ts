// Finds the board in a picture. Corners shared by four squares are saddle points of brightness and form a lattice. On a single-colour board
// the frame is the largest quadrilateral. Knows no pieces.
import { type Homography, type Corners, type Grey, type Point, Sums, homographyOf, project, shadeAt, scaledDown } from './pixels'
import { frames } from './outline'

export interface Frame {
  readonly corners: Corners
  /** Squares along a side. */
  readonly size: number
  /** Share of the board's pattern found, 0 to 1. */
  readonly sure: number
}

/** Longer side of the picture in pixels, for finding the lattice and for measuring it. */
const COARSE = 640
const FINE = 1280
/** Minimum share of the pattern for a board. */
export const MIN_PATTERN = 0.45
/** Share of the pattern at which the search stops. */
const GOOD_PATTERN = 0.93
/** Half sizes of the four areas compared around a point, in pixels; squares are about five times as large. */
const HALF_SIZES = [3, 5, 8, 13]
/** Limit on points per size. */
const MOST = 500

/** Corners of the unit board of `size` squares. */
export const unit = (size: number): Corners => [
  { x: 0, y: 0 },
  { x: size, y: 0 },
  { x: size, y: size },
  { x: 0, y: size },
]

/** The most visible board of one of these sizes, or `null`. A plain board has lines and one colour. */
export function findFrame(grey: Grey, sizes: readonly number[], plain = false): Frame | null {
  const coarse = scaledDown(grey, COARSE)
  const fine = scaledDown(grey, FINE)
  const scale = fine.width / coarse.width
  const tries: Frame[] = []
  if (!plain)
    for (const reach of HALF_SIZES) {
      const grown = lattice(saddles(coarse, reach))
      if (!grown) continue
      const homography = homographyOf(
        grown.map(({ i, j }) => ({ x: i, y: j })),
        grown.map(({ peak }) => ({ x: (peak.x + 0.5) * scale, y: (peak.y + 0.5) * scale })),
      )
      const window = homography && bestWindow(fine, homography, grown, sizes)
      if (window) tries.push(refined(fine, window.homography, window.size))
      if ((tries.at(-1)?.sure ?? 0) > GOOD_PATTERN) break
    }
  if (!tries.some(({ sure }) => sure >= MIN_PATTERN))
    for (const corners of frames(coarse))
      for (const size of sizes) {
        const larger = corners.map(({ x, y }) => ({ x: x * scale, y: y * scale })) as unknown as Corners
        const homography = homographyOf(unit(size), larger)
        if (!homography) continue
        if (plain) tries.push({ corners: larger, size, sure: linesSeen(fine, homography, size) })
        else tries.push(refined(fine, homography, size))
      }
  const best = tries.filter((frame) => isInside(frame, fine)).toSorted((one, other) => other.sure - one.sure)[0]
  if (!best || best.sure < MIN_PATTERN) return null
  const back = grey.width / fine.width
  return { ...best, corners: best.corners.map(({ x, y }) => ({ x: x * back, y: y * back })) as unknown as Corners }
}

/** A board cut off by more than half a row cannot be read. */
function isInside({ corners, size }: Frame, { width, height }: Grey): boolean {
  const out = Math.hypot(corners[1].x - corners[0].x, corners[1].y - corners[0].y) / size / 2
  return corners.every(({ x, y }) => x > -out && y > -out && x < width + out && y < height + out)
}

interface Peak extends Point {
  /** Positive if the upper left and lower right are lighter. */
  readonly force: number
}

/** Saddle points of brightness, strongest first. */
function saddles(grey: Grey, reach: number): Peak[] {
  const { width, height } = grey
  const sums = new Sums(grey)
  const force = new Float32Array(width * height)
  for (let y = reach; y < height - reach; y++)
    for (let x = reach; x < width - reach; x++) {
      const a = sums.mean(x - reach, y - reach, x, y)
      const b = sums.mean(x + 1, y - reach, x + reach + 1, y)
      const c = sums.mean(x - reach, y + 1, x, y + reach + 1)
      const d = sums.mean(x + 1, y + 1, x + reach + 1, y + reach + 1)
      const light = Math.min(a, d) - Math.max(b, c)
      const dark = Math.min(b, c) - Math.max(a, d)
      force[y * width + x] = light > 0 ? light : dark > 0 ? -dark : 0
    }
  const found: Peak[] = []
  for (let y = reach; y < height - reach; y++)
    for (let x = reach; x < width - reach; x++) {
      const here = Math.abs(force[y * width + x] ?? 0)
      if (here < 0.03 || !isHighest(force, width, x, y, reach, here)) continue
      found.push({ x, y, force: force[y * width + x] ?? 0 })
    }
  return found.toSorted((one, other) => Math.abs(other.force) - Math.abs(one.force)).slice(0, MOST)
}

function isHighest(force: Float32Array, width: number, x: number, y: number, reach: number, here: number): boolean {
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) {
      const there = Math.abs(force[(y + dy) * width + x + dx] ?? 0)
      if (there > here || (there === here && (dy < 0 || (dy === 0 && dx < 0)))) return false
    }
  return true
}

interface Node {
  readonly i: number
  readonly j: number
  readonly peak: Peak
}

/** The largest lattice of peaks arranged like corners of squares with alternating sign; `null` if none is large enough. */
function lattice(peaks: readonly Peak[]): Node[] | null {
  let best: Node[] = []
  const near = (x: number, y: number, sign: number, within: number): Peak | undefined => {
    let [found, least]: [Peak | undefined, number] = [undefined, within]
    for (const peak of peaks) {
      if (Math.sign(peak.force) !== sign) continue
      const far = Math.hypot(peak.x - x, peak.y - y)
      if (far < least) [found, least] = [peak, far]
    }
    return found
  }
  for (const seed of peaks.slice(0, 40)) {
    const other = -Math.sign(seed.force)
    const neighbours = peaks
      .filter((peak) => Math.sign(peak.force) === other && peak.x > seed.x && Math.abs(peak.y - seed.y) < 0.6 * (peak.x - seed.x))
      .toSorted((one, two) => Math.hypot(one.x - seed.x, one.y - seed.y) - Math.hypot(two.x - seed.x, two.y - seed.y))
      .slice(0, 3)
    for (const right of neighbours) {
      const [ux, uy] = [right.x - seed.x, right.y - seed.y]
      const long = Math.hypot(ux, uy)
      if (long < 8) continue
      const below = near(seed.x - uy, seed.y + ux, other, 0.3 * long)
      if (!below) continue
      const grown = grow(seed, { x: ux, y: uy }, { x: below.x - seed.x, y: below.y - seed.y }, near)
      if (grown.length > best.length) best = grown
      if (best.length > 160) return best
    }
  }
  return best.length >= 16 ? best : null
}

/** Grows a lattice from node to node: the next node is expected one more step ahead. */
function grow(seed: Peak, u: Point, v: Point, near: (x: number, y: number, sign: number, within: number) => Peak | undefined): Node[] {
  const nodes = new Map<string, Node>([['0,0', { i: 0, j: 0, peak: seed }]])
  const used = new Set<Peak>([seed])
  const open: { node: Node; u: Point; v: Point }[] = [{ node: { i: 0, j: 0, peak: seed }, u, v }]
  for (let next = open.shift(); next; next = open.shift()) {
    const { node } = next
    for (const [di, dj] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const [i, j] = [node.i + di, node.j + dj]
      const key = `${i},${j}`
      if (nodes.has(key) || Math.abs(i) > 13 || Math.abs(j) > 13) continue
      const step = di === 0 ? next.v : next.u
      const way = di + dj
      const sign = Math.sign(node.peak.force) * -1
      const peak = near(node.peak.x + way * step.x, node.peak.y + way * step.y, sign, 0.22 * Math.hypot(step.x, step.y))
      if (!peak || used.has(peak)) continue
      const made: Node = { i, j, peak }
      nodes.set(key, made)
      used.add(peak)
      const gone = { x: way * (peak.x - node.peak.x), y: way * (peak.y - node.peak.y) }
      const mixed = { x: (step.x + gone.x) / 2, y: (step.y + gone.y) / 2 }
      open.push({ node: made, u: di === 0 ? next.u : mixed, v: di === 0 ? mixed : next.v })
    }
  }
  return [...nodes.values()]
}

/** Strength of the saddle at a corner of squares, measured in the plane of the board; signed like a peak. */
function crossing(grey: Grey, homography: Homography, u: number, v: number): number {
  const area = (du: number, dv: number): number => {
    let sum = 0
    for (const a of [0.05, 0.11, 0.17])
      for (const b of [0.05, 0.11, 0.17]) {
        const { x, y } = project(homography, u + du * a, v + dv * b)
        sum += shadeAt(grey, x, y)
      }
    return sum / 9
  }
  const [a, b, c, d] = [area(-1, -1), area(1, -1), area(-1, 1), area(1, 1)]
  const light = Math.min(a, d) - Math.max(b, c)
  const dark = Math.min(b, c) - Math.max(a, d)
  return light > 0 ? light : dark > 0 ? -dark : 0
}

/** Chooses the part of the lattice that is the board: saddles inside, none on its edge. */
function bestWindow(
  grey: Grey,
  homography: Homography,
  grown: readonly Node[],
  sizes: readonly number[],
): { homography: Homography; size: number } | null {
  const [lowI, highI] = [Math.min(...grown.map(({ i }) => i)) - 2, Math.max(...grown.map(({ i }) => i)) + 2]
  const [lowJ, highJ] = [Math.min(...grown.map(({ j }) => j)) - 2, Math.max(...grown.map(({ j }) => j)) + 2]
  const forces = grown.map(({ i, j }) => Math.abs(crossing(grey, homography, i, j))).toSorted((a, b) => a - b)
  const usual = forces[Math.floor(forces.length / 2)] ?? 0
  if (usual <= 0) return null
  const phase = Math.sign(grown.reduce((sum, { i, j, peak }) => sum + ((i + j) % 2 === 0 ? peak.force : -peak.force), 0))
  const quality = new Map<string, number>()
  const at = (i: number, j: number): number => {
    const key = `${i},${j}`
    let found = quality.get(key)
    if (found === undefined) {
      const force = crossing(grey, homography, i, j) * ((i + j) % 2 === 0 ? phase : -phase)
      found = Math.min(1, Math.max(0, force / (0.6 * usual)))
      quality.set(key, found)
    }
    return found
  }
  let best = { worth: -1, i: 0, j: 0, size: 0 }
  for (const size of sizes)
    for (let i = lowI - size + 2; i <= highI - 2; i++)
      for (let j = lowJ - size + 2; j <= highJ - 2; j++) {
        let [inside, edge] = [0, 0]
        for (let a = 0; a <= size; a++)
          for (let b = 0; b <= size; b++) {
            const onEdge = a === 0 || b === 0 || a === size || b === size
            if (onEdge) edge += at(i + a, j + b)
            else inside += at(i + a, j + b)
          }
        const worth = inside / (size - 1) ** 2 - edge / (4 * size)
        if (worth > best.worth) best = { worth, i, j, size }
      }
  if (best.size === 0) return null
  const moved = homographyOf(
    unit(best.size),
    unit(best.size).map(({ x, y }) => project(homography, x + best.i, y + best.j)),
  )
  return moved && { homography: moved, size: best.size }
}

/** Moves each corner to its strongest point, refits the plane, then measures the share of the pattern. */
function refined(grey: Grey, homography: Homography, size: number): Frame {
  let now = homography
  const inner = Array.from({ length: (size - 1) ** 2 }, (_, k) => ({ x: 1 + (k % (size - 1)), y: 1 + Math.floor(k / (size - 1)) }))
  for (const step of [0.09, 0.06, 0.03]) {
    const [from, to]: [Point[], Point[]] = [[], []]
    for (const { x, y } of inner) {
      let best = { force: 0, x, y }
      for (let dx = -2; dx <= 2; dx++)
        for (let dy = -2; dy <= 2; dy++) {
          const force = Math.abs(crossing(grey, now, x + dx * step, y + dy * step))
          if (force > best.force) best = { force, x: x + dx * step, y: y + dy * step }
        }
      if (best.force < 0.03) continue
      from.push({ x, y })
      to.push(project(now, best.x, best.y))
    }
    if (from.length < size) break
    const next = homographyOf(from, to)
    if (next && unit(size).every(({ x, y }) => Number.isFinite(project(next, x, y).x))) now = next
  }
  const forceAt = ({ x, y }: Point): number => crossing(grey, now, x, y) * ((x + y) % 2 === 0 ? 1 : -1)
  const forces = inner.map(forceAt)
  const phase = Math.sign(forces.reduce((sum, force) => sum + force, 0))
  const sorted = forces.map((force) => force * phase).toSorted((a, b) => b - a)
  const usual = sorted[Math.floor(sorted.length / 4)] ?? 0
  const share = (some: readonly number[]): number => some.filter((one) => one > 0.3 * usual).length / some.length
  // If the pattern continues beyond the edge, this is only a part of the board.
  const edge = Array.from({ length: size + 1 }, (_, k) => [
    { x: k, y: 0 },
    { x: k, y: size },
    { x: 0, y: k },
    { x: size, y: k },
  ]).flat()
  const sure = usual < 0.04 ? 0 : share(sorted) - share(edge.map((point) => forceAt(point) * phase))
  return { corners: unit(size).map(({ x, y }) => project(now, x, y)) as unknown as Corners, size, sure }
}

/** Share of visible lines between plain squares: darker or lighter than both sides. */
function linesSeen(grey: Grey, homography: Homography, size: number): number {
  let [there, all] = [0, 0]
  for (let line = 1; line < size; line++)
    for (let cell = 0; cell < size; cell++)
      for (const along of [0.15, 0.85]) {
        for (const upright of [true, false]) {
          const shade = (across: number): number => {
            const [u, v] = upright ? [line + across, cell + along] : [cell + along, line + across]
            const { x, y } = project(homography, u, v)
            return shadeAt(grey, x, y)
          }
          const darkest = Math.min(...[-0.06, -0.03, 0, 0.03, 0.06].map(shade))
          const sides = Math.min(shade(-0.16), shade(0.16))
          all++
          if (sides - darkest > 0.06) there++
        }
      }
  return there / all
}
