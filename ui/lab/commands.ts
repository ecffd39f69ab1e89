// The commands of `node lab/picture.mjs`: draw examples, train the network on them, and test it on diagrams in other styles.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { unpacked } from '../src/editor/picture/net'
import { example, packed, read } from './examples'
import { figures as figuresOf } from './figures'
import { rightIn, rounded, train as trained } from './train'
import { unseen } from './unseen'

const WEIGHTS = join(import.meta.dirname, '../src/editor/picture/picture-weights.bin')

/** Training diagrams, by seeds from 1, and the number per file. The files stay in the temporary folder. */
const DIAGRAMS = 5000
const IN_FILE = 250
/** Diagrams held back for validation. */
const HELD_BACK = 150
const ROUNDS = 6
const SEED = 1

const folder = join(tmpdir(), 'damier-picture')
const fileOf = (first: number): string => join(folder, `${first}.bin`)

/** Draws the examples of one file. */
export async function examples(first: string): Promise<void> {
  const found = []
  for (let seed = Number(first); seed < Number(first) + IN_FILE; seed++) found.push(await example(seed))
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(Number(first)), packed(found))
}

/** Draws the missing examples on all processors, then trains and writes the weights. Takes about half an hour on one processor. */
export async function train(): Promise<void> {
  const firsts = Array.from({ length: DIAGRAMS / IN_FILE }, (_, k) => 1 + k * IN_FILE)
  const lacking = firsts.filter((first) => !existsSync(fileOf(first)))
  const worker = async (): Promise<void> => {
    for (let first = lacking.pop(); first !== undefined; first = lacking.pop()) {
      const child = spawn(process.execPath, [process.argv[1] ?? '', 'examples', String(first)], { stdio: 'inherit' })
      await new Promise((resolve, reject) =>
        child.on('exit', (code) => (code === 0 ? resolve(code) : reject(new Error(`examples: ${code}`)))),
      )
      process.stdout.write(`examples from ${first}\n`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  const all = firsts.flatMap((first) => read(readFileSync(fileOf(first))))
  const held = all.splice(0, HELD_BACK)
  const weights = trained(all, ROUNDS, SEED, (line) => process.stdout.write(`${line}\n`))
  const bytes = rounded(weights)
  writeFileSync(WEIGHTS, bytes)
  const percent = ({ all: right, pieces }: { all: number; pieces: number }): string =>
    `${(100 * right).toFixed(2)} % of squares, ${(100 * pieces).toFixed(2)} % of pieces`
  process.stdout.write(`held back: ${percent(rightIn(weights, held))}; as bytes: ${percent(rightIn(unpacked(bytes), held))}\n`)
}

/** Reads diagrams in unseen styles and prints the results. Pictures with errors are saved to a folder. */
export async function figures(count = '200', keep?: string): Promise<void> {
  if (keep) mkdirSync(keep, { recursive: true })
  const found = await figuresOf(unpacked(readFileSync(WEIGHTS)), unseen(), Number(count), SEED, keep)
  const share = (part: number, of: number): string => `${part} of ${of} (${((100 * part) / of).toFixed(2)} %)`
  const lines = [
    `squares right           ${share(found.right, found.squares)}`,
    `diagrams all right      ${share(found.whole, found.diagrams)}`,
    `boards found unaided    ${share(found.found, found.diagrams)}`,
    `squares said doubtful   ${share(found.doubtful, found.squares)}`,
    `wrong ones among these  ${share(found.caught, found.squares - found.right)}`,
    `wrong squares by style  ${JSON.stringify(found.wrongIn)}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
