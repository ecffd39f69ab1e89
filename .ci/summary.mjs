// Prints the summary of test runs: `summary.mjs FOLDER… [--failed STAGE]`, each folder written by `.ci/test`. Reads the stages' times,
// the JUnit reports of vitest, Playwright and node, and what Rust's and Python's runners print.
import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

const words = process.argv.slice(2)
const at = words.indexOf('--failed')
const [failedStage] = at < 0 ? [] : words.splice(at).slice(1)
const folders = words

const unescape = (text) =>
  text.replace(/&(lt|gt|quot|apos|amp|#\d+);/g, (_, name) =>
    name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }[name],
  )

const colours = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g')

/** The first lines of a failure, without markup and colours. */
const plain = (text) =>
  unescape(text.replace(/<!\[CDATA\[|\]\]>/g, ''))
    .replace(colours, '')
    .trim()
    .split('\n')
    .slice(0, 24)
    .join('\n')

/** The test cases of a JUnit report. Node puts a test with subtests into a suite, so its subtests count. */
function junit(file) {
  return [...readFileSync(file, 'utf8').matchAll(/<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)].map(([, given, inner = '']) => {
    const attribute = (name) => unescape(new RegExp(`\\b${name}="([^"]*)"`).exec(given)?.[1] ?? '')
    const state = /<(failure|error)\b/.test(inner) ? 'failed' : /<skipped\b/.test(inner) ? 'skipped' : 'passed'
    const [, why = ''] = /<(?:failure|error)\b[^>]*>([\s\S]*?)<\/(?:failure|error)>/.exec(inner) ?? []
    return { name: `${basename(file, '.xml')}: ${attribute('name')}`, seconds: Number(attribute('time')), state, why: plain(why) }
  })
}

/** The test cases in the output of Rust's and Python's runners. */
function printed(file) {
  const text = readFileSync(file, 'utf8').replace(colours, '')
  const states = { ok: 'passed', FAILED: 'failed', ERROR: 'failed', FAIL: 'failed', ignored: 'skipped' }
  const rust = [...text.matchAll(/^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)[^<\n]*(?:<([\d.]+)s>)?$/gm)]
  const python = [...text.matchAll(/^(test_\w+ \(.+?\))(?:\n.*)? \.\.\. (ok|FAIL|ERROR)$/gm)]
  return [...rust, ...python].map(([, name, state, seconds = 0]) => ({ name, seconds: Number(seconds), state: states[state] }))
}

const stages = []
const tests = []
for (const folder of folders) {
  for (const row of readFileSync(join(folder, 'stages'), 'utf8').trim().split('\n')) stages.push(row.split('\t'))
  tests.push(...printed(join(folder, 'log')))
  for (const name of readdirSync(folder)) if (name.endsWith('.xml')) tests.push(...junit(join(folder, name)))
}

console.log('\n=== stages')
for (const [seconds, name] of stages) console.log(`${seconds.padStart(5)} s  ${name}`)
console.log(`${String(stages.reduce((sum, [seconds]) => sum + Number(seconds), 0)).padStart(5)} s  in all`)

console.log('\n=== the ten slowest tests')
for (const { name, seconds } of tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${name}`)

const count = (state) => tests.filter((test) => test.state === state).length
if (failedStage) console.log(`\nFAILED: ${failedStage}`)
for (const { name, state, why = '' } of tests) if (state === 'failed') console.log(`  ${name}\n${why.replace(/^/gm, '    ')}`)
console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)
process.exitCode = failedStage ? 1 : 0
