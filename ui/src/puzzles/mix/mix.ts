// A mix of puzzles: themes and a span of ratings; as the end of an address, and as they are kept. Knows no puzzle.
import { settings } from '../../shell/settings.svelte'

export interface Mix {
  /** The keys of the themes; none for all. */
  themes: string[]
  from: number
  to: number
}

/** A mix under the name it was given. */
export interface NamedMix extends Mix {
  name: string
}

/** "800-1400+mazette+ricochet" */
export function addressOf({ themes, from, to }: Mix): string {
  return [`${from}-${to}`, ...themes].join('+')
}

/** The mix of an address. */
export function mixOf(text: string): Mix {
  const [span = '', ...themes] = text.split('+')
  const [from = 0, to = 9999] = span.split('-').map(Number)
  return { themes, from, to }
}

const place = (variant: string): string => `mixes:${variant}`

/** The mixes kept for a game: a line each, the name behind its address. */
export function keptMixes(variant: string): NamedMix[] {
  const lines = (settings.text(place(variant)) ?? '').split('\n').filter(Boolean)
  return lines.map((line) => {
    const [address = '', name = ''] = line.split('\t')
    return { name, ...mixOf(address) }
  })
}

/** Keeps these mixes of a game, and no others. */
export function keepMixes(variant: string, mixes: readonly NamedMix[]): void {
  settings.keep(place(variant), mixes.map((mix) => `${addressOf(mix)}\t${mix.name.replaceAll(/\s+/g, ' ')}`).join('\n'))
}
