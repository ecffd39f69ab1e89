// Runs the scenarios (see README.md) over any host that speaks JavaScript. Knows no host and no call by name.
import { readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'

const START = 1_795_219_200_000
const folder = new URL('.', import.meta.url)

/** Every scenario. */
export function scenarios() {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
}

/** `call(name, params, now)` answers an object, or throws one with `kind`. Throws where an answer is not as it should be. */
export function run(scenario, call) {
  const kept = {}
  scenario.steps.forEach((step, i) => {
    const at = `step ${i} (${step.call})`
    let reply
    try {
      reply = call(step.call, fill(step.params, kept), START + 1000 * i)
    } catch (error) {
      if (!error?.kind || error.kind !== step.error) {
        throw new Error(`${at}: expected ${step.error ?? 'a reply'}, got ${error?.kind}: ${error?.message ?? error}`, { cause: error })
      }
      return
    }
    if (step.error) throw new Error(`${at}: expected the error ${step.error}, got ${JSON.stringify(reply)}`)
    const difference = 'reply' in step && mismatch(fill(step.reply, kept), reply, '')
    if (difference) throw new Error(`${at}: ${difference}`)
    for (const [name, pointer] of Object.entries(step.save ?? {})) {
      kept[name] = pointer
        .split('/')
        .slice(1)
        .reduce((value, key) => value[key], reply)
    }
  })
}

/** "$name" becomes what was kept under the name. */
function fill(value, kept) {
  if (typeof value === 'string' && value.startsWith('$')) return kept[value.slice(1)]
  if (Array.isArray(value)) return value.map((item) => fill(item, kept))
  if (value === null || typeof value !== 'object') return value
  // Not by assignment: a field may be called "__proto__".
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, fill(field, kept)]))
}

/** Describes the first difference between a reply and the expected one. */
export function mismatch(expected, reply, at) {
  const differs = `${at}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(reply)}`
  if (expected === null || typeof expected !== 'object') return isDeepStrictEqual(expected, reply ?? null) ? undefined : differs
  if (Array.isArray(expected)) {
    if (!Array.isArray(reply) || reply.length !== expected.length) return differs
    return first(expected.map((item, i) => mismatch(item, reply[i], `${at}/${i}`)))
  }
  if ('$length' in expected) return Array.isArray(reply) && reply.length === expected.$length ? undefined : differs
  if ('$contains' in expected) {
    const part = expected.$contains
    const found = Array.isArray(reply)
      ? reply.some((item) => mismatch(part, item, at) === undefined)
      : typeof reply === 'string' && reply.includes(part)
    return found ? undefined : differs
  }
  if (reply === null || typeof reply !== 'object' || Array.isArray(reply)) return differs
  return first(Object.entries(expected).map(([key, field]) => mismatch(field, reply[key], `${at}/${key}`)))
}

const first = (differences) => differences.find((difference) => difference !== undefined)
