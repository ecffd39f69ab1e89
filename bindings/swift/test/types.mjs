// Writes what Swift's reflection lacks: `types.mjs FILE.swift…` prints how JSON becomes each record and enum of the generated sources,
// and how a call's name becomes a method.
import { readFileSync } from 'node:fs'

const sources = process.argv.slice(2).map((file) => readFileSync(file, 'utf8').replace(/\/\*\*[^]*?\*\//g, ''))
const each = (pattern) => sources.flatMap((source) => [...source.matchAll(pattern)])

/** Splits at the commas that stand in no brackets. */
const split = (list) =>
  list
    .split(/,(?![^[(]*[\])])/)
    .map((item) => item.trim())
    .filter(Boolean)

/** Arguments that are read from fields: `a: Int, b: Bool = false` becomes `a: given("a"), b: given("b", default: false)`. */
const given = (parameters) =>
  split(parameters).map((parameter) => {
    const [, name, fallback] = /^`?(\w+)`?: [^=]*?(?: = (.*))?$/s.exec(parameter)
    return `${name}: given("${name}"${fallback && fallback !== 'nil' ? `, default: ${fallback}` : ''})`
  })
const called = (name, parameters) => `${name}(${given(parameters).join(', ')})`

const lines = ['import Damier']

for (const [, name, parameters] of each(/^public struct (\w+): Equatable[^]*?^    public init\(([^]*?)\) {$/gm)) {
  if (name === 'BoardPlace') continue
  lines.push(`extension ${name}: Readable {`, '    init(json: Json) throws {', '        let given = try Fields(json)')
  lines.push(`        ${parameters ? 'try ' : '_ = given\n        '}self.${called('init', parameters)}`, '    }', '}')
}

for (const [, name, body] of each(/^public (?:indirect )?\s*enum (\w+): Equatable, Hashable {\n([^]*?)^}/gm)) {
  const cases = [...body.matchAll(/^    case (\S+?)(?:\(([^]*?)\s*\))?$/gm)].map(([, variant, fields = '']) => ({ variant, fields }))
  const plain = cases.every(({ fields }) => !fields)
  const fault = name === 'Variant' ? 'json.string == nil ? "badParams" : "unknownVariant"' : '"badParams"'
  lines.push(`extension ${name}: Readable${plain ? ', Plain' : ''} {`, '    init(json: Json) throws {')
  if (!plain) lines.push('        let given = try Fields(json)')
  lines.push(`        switch ${plain ? 'json' : 'json["kind"]'}.string {`)
  for (const { variant, fields } of cases)
    lines.push(`        case "${variant.replaceAll('`', '')}": self = ${fields ? `try ${called(`.${variant}`, fields)}` : `.${variant}`}`)
  lines.push(`        default: throw NotOfForm(kind: ${fault}, message: "\\(json) is no ${name}")`, '        }', '    }', '}')
}

const classes = each(/^open class (\w+): \w+Protocol[^]*?(?=^public protocol|$(?![^]))/gm).map(([source, name]) => ({
  name,
  methods: [...source.matchAll(/^(open|public static) func (\S+?)\(([^]*?)\)\s*(?:async\s*)?(?:throws\s*)?(?:-> (.+?))?\s*{$/gm)].map(
    ([, kind, method, parameters, reply]) => ({ kind, method: method.replaceAll('`', ''), parameters, reply: reply?.trim() }),
  ),
}))
// First the parts: `store.lessons()` is the part itself.
const owners = { Lessons: 'lessons', Puzzles: 'puzzles', GameLibrary: 'library', Store: 'store' }
const seen = new Set()
lines.push('extension Objects {', '    func call(_ name: String, _ given: Fields) throws -> Any {', '        switch name {')
for (const name of Object.keys(owners))
  for (const { kind, method, parameters, reply } of classes.find((one) => one.name === name).methods)
    if (kind === 'open' && reply && !owners[reply] && !seen.has(method)) {
      seen.add(method)
      lines.push(`        case "${method}": return try ${owners[name]}.${called(method, parameters)} as Any`)
    }
lines.push('        default: throw NotOfForm(kind: "unknownCall", message: "no method is named \\(name)")', '        }', '    }', '}')

lines.push('let methods: [String: Set<String>] = [')
for (const { name, methods } of classes) lines.push(`    "${name}": [${methods.map(({ method }) => `"${method}"`).join(', ')}],`)
lines.push(']')
console.log(lines.join('\n'))
