// The public API of the crate draughts, one line an item: compares core/draughts/api.txt with the code, or writes it with
// --write. Reads rustdoc's JSON, which stable compilers give under RUSTC_BOOTSTRAP.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const crate = 'draughts'
const list = new URL('../core/draughts/api.txt', import.meta.url)
const target = 'target/api'

process.chdir(new URL('..', import.meta.url).pathname)
execFileSync(
  'cargo',
  [
    'rustdoc',
    '--quiet',
    '--locked',
    '-p',
    crate,
    '--lib',
    '--target-dir',
    target,
    '--',
    '-Z',
    'unstable-options',
    '--output-format',
    'json',
  ],
  { stdio: 'inherit', env: { ...process.env, RUSTC_BOOTSTRAP: '1', RUSTDOCFLAGS: '' } },
)
const { index, root } = JSON.parse(readFileSync(`${target}/doc/${crate}.json`, 'utf8'))

function generics(args) {
  const { args: given = [], constraints = [] } = args?.angle_bracketed ?? {}
  const shown = given.map((arg) => (arg.type ? type(arg.type) : arg.const ? arg.const.expr : (arg.lifetime ?? '_')))
  shown.push(...constraints.map((c) => `${c.name}${bound(c.binding)}`))
  if (args?.parenthesized) {
    const { inputs, output } = args.parenthesized
    return `(${inputs.map(type).join(', ')})${output ? ` -> ${type(output)}` : ''}`
  }
  return shown.length ? `<${shown.join(', ')}>` : ''
}

const bound = (binding) =>
  binding.equality
    ? ` = ${binding.equality.type ? type(binding.equality.type) : binding.equality.constant.expr}`
    : `: ${bounds(binding.constraint)}`
const path = (found) => `${found.path.split('::').at(-1)}${generics(found.args)}`

function bounds(all) {
  const one = (b) =>
    b.trait_bound ? `${b.trait_bound.modifier === 'maybe' ? '?' : ''}${path(b.trait_bound.trait)}` : (b.outlives ?? 'use<>')
  return all.map(one).join(' + ')
}

function type(of) {
  const [kind, what] = Object.entries(of)[0]
  switch (kind) {
    case 'resolved_path':
      return path(what)
    case 'generic':
    case 'primitive':
      return what
    case 'tuple':
      return `(${what.map(type).join(', ')})`
    case 'slice':
      return `[${type(what)}]`
    case 'array':
      return `[${type(what.type)}; ${what.len}]`
    case 'impl_trait':
      return `impl ${bounds(what)}`
    case 'dyn_trait':
      return `dyn ${what.traits.map((t) => path(t.trait)).join(' + ')}`
    case 'borrowed_ref':
      return `&${what.lifetime ? `${what.lifetime} ` : ''}${what.is_mutable ? 'mut ' : ''}${type(what.type)}`
    case 'qualified_path':
      return `${what.trait ? `<${type(what.self_type)} as ${path(what.trait)}>` : type(what.self_type)}::${what.name}`
    case 'function_pointer':
      return `fn${signature(what.sig)}`
    default:
      throw new Error(`a type of a new kind: ${kind}`)
  }
}

const signature = ({ inputs, output }) =>
  `(${inputs
    .map(([name, of]) =>
      name === 'self'
        ? type(of)
            .replace('Self', 'self')
            .replace(/^self$/, 'self')
        : `${name}: ${type(of)}`,
    )
    .join(', ')})${output ? ` -> ${type(output)}` : ''}`

function parameters(of) {
  const shown = (of?.params ?? [])
    .filter((p) => !p.kind.lifetime && !p.kind.type?.is_synthetic)
    .map((p) => {
      const has = p.kind.type?.bounds ?? []
      return `${p.kind.const ? 'const ' : ''}${p.name}${has.length ? `: ${bounds(has)}` : ''}`
    })
  return shown.length ? `<${shown.join(', ')}>` : ''
}

const lines = []
const seen = new Map()
const attributes = (item) => (item.attrs.some((a) => a === 'non_exhaustive') ? '#[non_exhaustive] ' : '')
const say = (item, text) => lines.push(attributes(item) + text)
const isPublic = (item) => item.visibility === 'public' || item.visibility === 'default'

function fields(at, ids, numbered) {
  for (const [i, id] of ids.entries()) {
    const field = id === null ? null : index[id]
    if (field && isPublic(field)) say(field, `${at}${numbered ? `.${i}` : `.${field.name}`}: ${type(field.inner.struct_field)}`)
  }
}

function implementations(at, ids) {
  for (const id of ids) {
    const { trait, items, is_synthetic, blanket_impl, generics: own } = index[id].inner.impl
    if (is_synthetic || blanket_impl) continue
    if (trait) {
      if (trait.path !== 'StructuralPartialEq') lines.push(`impl${parameters(own)} ${path(trait)} for ${at}`)
    } else for (const item of items) if (isPublic(index[item])) visit(index[item], at)
  }
}

function visit(item, within, name = item.name) {
  const at = `${within}::${name}`
  const [kind, what] = Object.entries(item.inner)[0]
  switch (kind) {
    case 'module':
      lines.push(`mod ${at}`)
      for (const id of what.items) if (isPublic(index[id])) visit(index[id], at)
      break
    case 'use': {
      const target = index[what.id]
      if (what.is_glob || !target) throw new Error(`cannot follow ${at}`)
      // Listed once, at the path nearest to the root; elsewhere by name.
      if (seen.has(what.id)) lines.push(`use ${at} = ${seen.get(what.id)}`)
      else {
        seen.set(what.id, at)
        visit(target, within, what.name)
      }
      break
    }
    case 'function': {
      const { is_const, is_unsafe } = what.header
      say(item, `${is_const ? 'const ' : ''}${is_unsafe ? 'unsafe ' : ''}fn ${at}${parameters(what.generics)}${signature(what.sig)}`)
      break
    }
    case 'struct':
      say(item, `struct ${at}${parameters(what.generics)}`)
      if (what.kind.plain) fields(at, what.kind.plain.fields, false)
      if (what.kind.tuple) fields(at, what.kind.tuple, true)
      implementations(at, what.impls)
      break
    case 'enum':
      say(item, `enum ${at}${parameters(what.generics)}`)
      for (const id of what.variants) {
        const variant = index[id]
        const { kind: shape, discriminant } = variant.inner.variant
        const tuple = shape.tuple ? `(${shape.tuple.map((f) => type(index[f].inner.struct_field)).join(', ')})` : ''
        say(variant, `${at}::${variant.name}${tuple}${discriminant ? ` = ${discriminant.value}` : ''}`)
        if (shape.struct) fields(`${at}::${variant.name}`, shape.struct.fields, false)
      }
      implementations(at, what.impls)
      break
    case 'trait':
      say(item, `trait ${at}${what.bounds.length ? `: ${bounds(what.bounds)}` : ''}`)
      for (const id of what.items) visit(index[id], at)
      break
    case 'constant':
      say(item, `const ${at}: ${type(what.type)} = ${what.const.value ?? what.const.expr}`)
      break
    case 'static':
      say(item, `static ${at}: ${type(what.type)}`)
      break
    case 'type_alias':
      say(item, `type ${at} = ${type(what.type)}`)
      break
    case 'assoc_const':
      say(item, `const ${at}: ${type(what.type)}`)
      break
    case 'assoc_type':
      say(item, `type ${at}`)
      break
    case 'macro':
      say(item, `macro ${at}`)
      break
    default:
      throw new Error(`an item of a new kind: ${kind} ${at}`)
  }
}

const top = index[root].inner.module.items.map((id) => index[id]).filter(isPublic)
for (const item of [...top.filter((item) => item.inner.use), ...top.filter((item) => !item.inner.use)]) visit(item, crate)
const text = `${[...new Set(lines)].sort().join('\n')}\n`

if (process.argv.includes('--write')) {
  writeFileSync(list, text)
} else if (readFileSync(list, 'utf8') !== text) {
  const [old, now] = [readFileSync(list, 'utf8').split('\n'), text.split('\n')]
  for (const line of old.filter((line) => !now.includes(line))) console.error(`- ${line}`)
  for (const line of now.filter((line) => !old.includes(line))) console.error(`+ ${line}`)
  console.error('The public API of draughts is not what core/draughts/api.txt says. If that is meant: make draughts-api')
  process.exit(1)
}
