// Trains the network: gradients by hand, Adam, weights rounded to bytes at the end.
/* eslint-disable typescript/no-non-null-assertion -- counted loops over arrays whose lengths LAYERS says */
import { FORM, KINDS, LAYERS, type Layer, type Trace, type Weights, layers, pass, together } from '../src/editor/picture/net'
import { SIDE } from '../src/editor/picture/squares'
import { type Example, shadeOf } from './examples'
import { Random } from './random'

const HALF = SIDE / 2

const blank = (): Weights =>
  Object.fromEntries(layers.map((layer) => [layer, new Float32Array(LAYERS[layer][0] * LAYERS[layer][1])])) as Weights

/** Returns initial weights. */
export function begun(random: Random): Weights {
  const weights = blank()
  for (const layer of layers) {
    const [rows, long] = LAYERS[layer]
    const width = Math.sqrt(2 / (long - 1)) * 1.7
    for (let row = 0; row < rows; row++) for (let k = 0; k < long - 1; k++) weights[layer][row * long + k] = random.normal() * width
  }
  return weights
}

function denseBack(weights: Float32Array, gradient: Float32Array, input: Float32Array, out: Float32Array, back: Float32Array | null): void {
  const row = input.length + 1
  for (let o = 0; o < out.length; o++) {
    const g = out[o]!
    if (g === 0) continue
    gradient[o * row + row - 1] = gradient[o * row + row - 1]! + g
    for (let i = 0; i < input.length; i++) {
      gradient[o * row + i] = gradient[o * row + i]! + g * input[i]!
      if (back) back[i] = back[i]! + g * weights[o * row + i]!
    }
  }
}

/** Gradients of a convolution with max pooling: only the largest of each four outputs has a gradient. */
function convolvedBack(
  input: Float32Array,
  side: number,
  deep: number,
  weights: Float32Array,
  gradient: Float32Array,
  filters: number,
  at: Uint16Array,
  kept: Float32Array,
  out: Float32Array,
  back: Float32Array | null,
): void {
  const row = 9 * deep + 1
  for (let p = 0; p < kept.length; p++) {
    const g = out[p]!
    if (g === 0 || kept[p]! <= 0) continue
    const base = (p % filters) * row
    const [x, y] = [at[p]! % side, Math.floor(at[p]! / side)]
    let k = base
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        if (y + dy < 0 || y + dy >= side || x + dx < 0 || x + dx >= side) {
          k += deep
          continue
        }
        const from = ((y + dy) * side + x + dx) * deep
        for (let c = 0; c < deep; c++, k++) {
          gradient[k] = gradient[k]! + g * input[from + c]!
          if (back) back[from + c] = back[from + c]! + g * weights[k]!
        }
      }
    gradient[base + row - 1] = gradient[base + row - 1]! + g
  }
}

/** Adds the gradients of one diagram and returns its loss. */
export function learn(weights: Weights, gradient: Weights, trace: Trace, kinds: Uint8Array): number {
  const { count } = trace
  const F = FORM.features
  const [n1, n2] = [trace.first.length / count, trace.second.length / count]
  let loss = 0
  const ofFeatures = new Float32Array(count * F)
  const ofMean = new Float32Array(F)
  const ofLargest = new Float32Array(F)
  for (let s = 0; s < count; s++) {
    const shares = trace.shares.subarray(s * KINDS.length, (s + 1) * KINDS.length)
    const kind = kinds[s]!
    loss -= Math.log(Math.max(shares[kind]!, 1e-9))
    const answer = shares.map((share, k) => (share - (k === kind ? 1 : 0)) / count)
    const hidden = trace.hidden.subarray(s * FORM.hidden, (s + 1) * FORM.hidden)
    const ofHidden = new Float32Array(FORM.hidden)
    denseBack(weights.answer, gradient.answer, hidden, answer, ofHidden)
    for (let h = 0; h < FORM.hidden; h++) if (hidden[h]! <= 0) ofHidden[h] = 0
    const joined = new Float32Array(3 * F)
    denseBack(weights.hidden, gradient.hidden, together(trace, s), ofHidden, joined)
    for (let f = 0; f < F; f++) {
      ofFeatures[s * F + f] = joined[f]!
      ofMean[f] = ofMean[f]! + joined[F + f]! / count
      ofLargest[f] = ofLargest[f]! + joined[2 * F + f]!
    }
  }
  for (let f = 0; f < F; f++) {
    for (let s = 0; s < count; s++) ofFeatures[s * F + f] = ofFeatures[s * F + f]! + ofMean[f]!
    const at = trace.largest[f]! * F + f
    ofFeatures[at] = ofFeatures[at]! + ofLargest[f]!
  }
  for (let s = 0; s < count; s++) {
    const features = ofFeatures.subarray(s * F, (s + 1) * F)
    for (let f = 0; f < F; f++) if (trace.features[s * F + f]! <= 0) features[f] = 0
    const second = trace.second.subarray(s * n2, (s + 1) * n2)
    const ofSecond = new Float32Array(n2)
    denseBack(weights.features, gradient.features, second, features, ofSecond)
    const first = trace.first.subarray(s * n1, (s + 1) * n1)
    const ofFirst = new Float32Array(n1)
    convolvedBack(
      first,
      HALF,
      FORM.first,
      weights.second,
      gradient.second,
      FORM.second,
      trace.secondAt.subarray(s * n2, (s + 1) * n2),
      second,
      ofSecond,
      ofFirst,
    )
    const input = trace.squares.subarray(s * SIDE * SIDE, (s + 1) * SIDE * SIDE)
    convolvedBack(
      input,
      SIDE,
      1,
      weights.first,
      gradient.first,
      FORM.first,
      trace.firstAt.subarray(s * n1, (s + 1) * n1),
      first,
      ofFirst,
      null,
    )
  }
  return loss / count
}

/** Returns the squares of an example, a little lighter or darker at random. */
function shades(example: Example, random: Random): Float32Array {
  const [gain, offset, noise] = [random.between(0.88, 1.12), random.between(-0.06, 0.06), random.chance(0.3) ? random.between(0, 0.05) : 0]
  const found = Float32Array.from(example.squares, (byte) => shadeOf(byte) * gain + offset)
  if (noise > 0) for (let k = 0; k < found.length; k++) found[k] = found[k]! + noise * random.normal()
  return found
}

/** Runs epochs over all examples; `onProgress` gets the progress. */
export function train(
  examples: readonly Example[],
  rounds: number,
  seed: number,
  onProgress: (line: string, weights: Weights) => void,
): Weights {
  const random = new Random(seed)
  const weights = begun(random)
  const [momentum, energy, gradient] = [blank(), blank(), blank()]
  const BATCH = 6
  const steps = Math.floor(examples.length / BATCH) * rounds
  let step = 0
  for (let round = 0; round < rounds; round++) {
    const order = examples.map((_, index) => index)
    for (let k = order.length - 1; k > 0; k--) {
      const other = random.whole(0, k)
      ;[order[k], order[other]] = [order[other]!, order[k]!]
    }
    let loss = 0
    for (let from = 0; from + BATCH <= order.length; from += BATCH) {
      for (const layer of layers) gradient[layer].fill(0)
      for (let k = from; k < from + BATCH; k++) {
        const chosen = examples[order[k]!]!
        loss += learn(weights, gradient, pass(weights, shades(chosen, random)), chosen.kinds)
      }
      step++
      const rate = 0.003 * Math.min(1, step / 200) * (0.02 + 0.98 * 0.5 * (1 + Math.cos((Math.PI * step) / steps)))
      for (const layer of layers) adam(weights[layer], gradient[layer], momentum[layer], energy[layer], rate, step, BATCH)
      if (step % 200 === 0) onProgress(`round ${round} step ${step}/${steps} loss ${(loss / (from + BATCH)).toFixed(4)}`, weights)
    }
  }
  return weights
}

function adam(
  weights: Float32Array,
  gradient: Float32Array,
  momentum: Float32Array,
  energy: Float32Array,
  rate: number,
  step: number,
  batch: number,
): void {
  const [b1, b2] = [0.9, 0.999]
  const [c1, c2] = [1 - b1 ** step, 1 - b2 ** step]
  for (let k = 0; k < weights.length; k++) {
    const g = gradient[k]! / batch
    momentum[k] = b1 * momentum[k]! + (1 - b1) * g
    energy[k] = b2 * energy[k]! + (1 - b2) * g * g
    weights[k] = weights[k]! * (1 - rate * 1e-3) - (rate * (momentum[k]! / c1)) / (Math.sqrt(energy[k]! / c2) + 1e-8)
  }
}

/** Rounds weights as the file stores them. */
export function rounded(weights: Weights): Uint8Array {
  const bytes = new Uint8Array(layers.reduce((sum, layer) => sum + LAYERS[layer][0] * (4 + LAYERS[layer][1]), 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const layer of layers as Layer[]) {
    const [rows, long] = LAYERS[layer]
    for (let row = 0; row < rows; row++) {
      const some = weights[layer].subarray(row * long, (row + 1) * long)
      const scale = Math.max(1e-6, ...some.map(Math.abs)) / 127
      view.setFloat32(at, scale, true)
      at += 4
      for (const weight of some) view.setInt8(at++, Math.round(weight / scale))
    }
  }
  return bytes
}

/** Returns the share of right squares, overall and among occupied ones. */
export function rightIn(weights: Weights, examples: readonly Example[]): { all: number; pieces: number } {
  let [right, all, rightPieces, pieces] = [0, 0, 0, 0]
  for (const one of examples) {
    const { shares } = pass(weights, Float32Array.from(one.squares, shadeOf))
    for (const [s, kind] of one.kinds.entries()) {
      const said = shares.subarray(s * KINDS.length, (s + 1) * KINDS.length)
      const is = said.indexOf(Math.max(...said)) === kind
      all++
      if (is) right++
      if (kind !== 0) pieces++
      if (kind !== 0 && is) rightPieces++
    }
  }
  return { all: right / all, pieces: rightPieces / pieces }
}
