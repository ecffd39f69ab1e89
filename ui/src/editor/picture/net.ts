// A small neural network that recognises the pieces. It sees all squares of a picture before it classifies one, since the drawing of a king
// can be learnt only from the other pieces. Its weights come from `npm run picture-train`.
/* eslint-disable typescript/no-non-null-assertion -- counted loops over arrays of lengths fixed by LAYERS */
import { SIDE } from './squares'

/** Classes of a square, in the order of the network's outputs. */
export const KINDS = ['empty', 'whiteMan', 'whiteKing', 'blackMan', 'blackKing'] as const
export type Kind = (typeof KINDS)[number]

/** Filters of both convolutions, features per square, and hidden units. */
export const FORM = { first: 8, second: 16, features: 32, hidden: 48 } as const
const HALF = SIDE / 2
const QUARTER = SIDE / 4

/** Shape of each layer: rows, and numbers per row including the bias at the end. */
export const LAYERS = {
  first: [FORM.first, 9 + 1],
  second: [FORM.second, 9 * FORM.first + 1],
  features: [FORM.features, QUARTER * QUARTER * FORM.second + 1],
  hidden: [FORM.hidden, 3 * FORM.features + 1],
  answer: [KINDS.length, FORM.hidden + 1],
} as const
export type Layer = keyof typeof LAYERS
export type Weights = Record<Layer, Float32Array>
export const layers = Object.keys(LAYERS) as Layer[]

/** Activations of a forward pass, needed for training. */
export interface Trace {
  readonly squares: Float32Array
  readonly count: number
  readonly first: Float32Array
  readonly firstAt: Uint16Array
  readonly second: Float32Array
  readonly secondAt: Uint16Array
  readonly features: Float32Array
  /** Mean of each feature over all squares, and the square with its maximum. */
  readonly mean: Float32Array
  readonly largest: Uint16Array
  readonly hidden: Float32Array
  /** Probability of each class, by square. */
  readonly shares: Float32Array
}

/** A convolution with ReLU and 2 × 2 max pooling. */
function convolved(
  input: Float32Array,
  side: number,
  deep: number,
  weights: Float32Array,
  filters: number,
  at: Uint16Array,
  out: Float32Array,
): void {
  const row = 9 * deep + 1
  const half = side / 2
  const patch = new Float32Array(9 * deep)
  out.fill(0)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      let k = 0
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const inside = y + dy >= 0 && y + dy < side && x + dx >= 0 && x + dx < side
          const from = ((y + dy) * side + x + dx) * deep
          for (let c = 0; c < deep; c++) patch[k++] = inside ? input[from + c]! : 0
        }
      const pool = ((y >> 1) * half + (x >> 1)) * filters
      for (let f = 0; f < filters; f++) {
        const base = f * row
        let sum = weights[base + row - 1]!
        for (let i = 0; i < 9 * deep; i++) sum += weights[base + i]! * patch[i]!
        if (sum > out[pool + f]!) {
          out[pool + f] = sum
          at[pool + f] = y * side + x
        }
      }
    }
}

/** Forward pass over all squares of a picture. */
export function pass(weights: Weights, squares: Float32Array): Trace {
  const count = squares.length / (SIDE * SIDE)
  const [n1, n2] = [HALF * HALF * FORM.first, QUARTER * QUARTER * FORM.second]
  const trace: Trace = {
    squares,
    count,
    first: new Float32Array(count * n1),
    firstAt: new Uint16Array(count * n1),
    second: new Float32Array(count * n2),
    secondAt: new Uint16Array(count * n2),
    features: new Float32Array(count * FORM.features),
    mean: new Float32Array(FORM.features),
    largest: new Uint16Array(FORM.features),
    hidden: new Float32Array(count * FORM.hidden),
    shares: new Float32Array(count * KINDS.length),
  }
  for (let s = 0; s < count; s++) {
    const input = squares.subarray(s * SIDE * SIDE, (s + 1) * SIDE * SIDE)
    const [first, firstAt] = [trace.first.subarray(s * n1, (s + 1) * n1), trace.firstAt.subarray(s * n1, (s + 1) * n1)]
    convolved(input, SIDE, 1, weights.first, FORM.first, firstAt, first)
    const [second, secondAt] = [trace.second.subarray(s * n2, (s + 1) * n2), trace.secondAt.subarray(s * n2, (s + 1) * n2)]
    convolved(first, HALF, FORM.first, weights.second, FORM.second, secondAt, second)
    dense(weights.features, second, trace.features.subarray(s * FORM.features, (s + 1) * FORM.features), true)
  }
  for (let f = 0; f < FORM.features; f++) {
    let [sum, best] = [0, 0]
    for (let s = 0; s < count; s++) {
      const here = trace.features[s * FORM.features + f]!
      sum += here
      if (here > trace.features[best * FORM.features + f]!) best = s
    }
    trace.mean[f] = sum / count
    trace.largest[f] = best
  }
  for (let s = 0; s < count; s++) {
    const hidden = trace.hidden.subarray(s * FORM.hidden, (s + 1) * FORM.hidden)
    dense(weights.hidden, together(trace, s), hidden, true)
    const shares = trace.shares.subarray(s * KINDS.length, (s + 1) * KINDS.length)
    dense(weights.answer, hidden, shares, false)
    const highest = Math.max(...shares)
    let sum = 0
    for (let k = 0; k < KINDS.length; k++) sum += shares[k] = Math.exp(shares[k]! - highest)
    for (let k = 0; k < KINDS.length; k++) shares[k] = shares[k]! / sum
  }
  return trace
}

/** Features of a square, their means, and their maxima over all squares. */
export function together({ features, mean, largest }: Trace, square: number): Float32Array {
  const joined = new Float32Array(3 * FORM.features)
  for (let f = 0; f < FORM.features; f++) {
    joined[f] = features[square * FORM.features + f]!
    joined[FORM.features + f] = mean[f]!
    joined[2 * FORM.features + f] = features[largest[f]! * FORM.features + f]!
  }
  return joined
}

function dense(weights: Float32Array, input: Float32Array, out: Float32Array, ends: boolean): void {
  const row = input.length + 1
  for (let o = 0; o < out.length; o++) {
    let sum = weights[o * row + row - 1]!
    for (let i = 0; i < input.length; i++) sum += weights[o * row + i]! * input[i]!
    out[o] = ends && sum < 0 ? 0 : sum
  }
}

/** Parses a weights file: for each row of a layer a 32-bit float scale, then a byte per number. */
export function unpacked(bytes: Uint8Array): Weights {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const read = (layer: Layer): Float32Array => {
    const [rows, long] = LAYERS[layer]
    const weights = new Float32Array(rows * long)
    for (let row = 0; row < rows; row++) {
      const scale = view.getFloat32(at, true)
      at += 4
      for (let k = 0; k < long; k++) weights[row * long + k] = view.getInt8(at++) * scale
    }
    return weights
  }
  return { first: read('first'), second: read('second'), features: read('features'), hidden: read('hidden'), answer: read('answer') }
}
