// Checks the prose of the repository: `node .ci/prose.mjs` fails if more comments open as riddles than the ceiling allows, or if a
// commit subject since the last tag is no short imperative. `--list` prints the comments. CONTRIBUTING.md has the rules.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Comments that may open as riddles. Lower it when you have rewritten some; never raise it. */
const CEILING = 0
/** Subjects are checked from here on, or from the last tag. */
const FIRST = '9ff56e4bee90'

process.chdir(new URL('..', import.meta.url).pathname)
const git = (...words) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'ignore'] }).trim()

// A comment that opens with a free relative clause makes its reader guess the subject.
const comment = /^\s*(?:\/\/[/!]?|\*|\/\*\*?|<!--|#(?![[!])) ?(.*)$/
const riddle = /^(?:What|Where|Whether|Who|Whoever|Those|Nobody|How many|How much)\b[^?]*$/
const sources = git('ls-files', '*.rs', '*.ts', '*.svelte', '*.mjs', '*.css', '*.py', '*.kt', '*.swift', '*.toml', '.ci', 'Makefile')
const found = []
for (const file of sources.split('\n').filter((name) => !name.startsWith('ui/src/client/types')))
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    const text = comment.exec(line)?.[1]
    if (text && riddle.test(text)) found.push(`${file}:${index + 1}: ${line.trim()}`)
  }
if (process.argv.includes('--list')) console.log(found.join('\n'))
console.log(`prose: ${found.length} comments open as riddles, ${CEILING} allowed`)

// A subject is `scope: imperative`, in at most 72 characters. A clone without the history has nothing to check.
function since() {
  for (const base of [() => git('describe', '--tags', '--abbrev=0'), () => git('rev-parse', '--verify', `${FIRST}^{commit}`)])
    try {
      return base()
    } catch {}
}
const noImperative = /^(?:an?|the|one|two|no|not|what|who|where|whether|every|each|all|some|it|this|these|\d+|\w+(?:ing|ed))\b/i
const words = new Set([
  'bring',
  'embed',
  'feed',
  'need',
  'seed',
  'shed',
  'spring',
  'string',
  'swing',
  'ring',
  'exceed',
  'proceed',
  'speed',
  'ping',
])
const base = since()
const subjects = base ? git('log', '--no-merges', '--format=%h %s', `${base}..HEAD`).split('\n').filter(Boolean) : []
const wrong = subjects.filter((row) => {
  const subject = row.slice(row.indexOf(' ') + 1)
  const [, verb] = /^[\w./, -]+: (\S+)/.exec(subject) ?? []
  return subject.length > 72 || !verb || (noImperative.test(verb) && !words.has(verb.toLowerCase()))
})
for (const row of wrong) console.log(`prose: no short imperative with a scope: ${row}`)

process.exitCode = found.length > CEILING || wrong.length > 0 ? 1 : 0
