// Runs a scenario, calls with what they must answer, over any host. Knows no host.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('.', import.meta.url)

/** Every scenario by its file's name. */
export function scenarios() {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name: name.replace('.json', ''), ...JSON.parse(readFileSync(new URL(name, folder), 'utf8')) }))
}

/** `call(name, params)` answers an object, or throws one with `kind`. */
export function play(scenario, call) {
  const kept = {}
  const filled = (value) => JSON.parse(JSON.stringify(value), (_, at) => (typeof at === 'string' && at in kept ? kept[at] : at))
  scenario.steps.forEach((step, number) => {
    const where = `step ${number + 1}, ${step.call}`
    let reply
    let kind
    try {
      reply = call(step.call, filled(step.params))
    } catch (error) {
      assert.ok(error?.kind, `${where}: ${error?.message ?? error}`)
      kind = error.kind
      assert.equal(typeof error.message, 'string', where)
    }
    assert.equal(kind, step.error, where)
    if (step.reply) holds(reply, filled(step.reply), where)
    for (const [key, field] of Object.entries(step.keep ?? {})) kept[key] = reply[field]
  })
}

/** What is wanted is in what there is; lists are compared whole. */
function holds(there, wanted, where) {
  if (wanted === null || typeof wanted !== 'object') return assert.equal(there, wanted, where)
  if (Array.isArray(wanted)) return assert.deepEqual(there, wanted, where)
  assert.ok(there !== null && typeof there === 'object', `${where}: not an object but ${there}`)
  for (const [key, value] of Object.entries(wanted)) holds(there[key], value, `${where}, ${key}`)
}
