// A puzzle mix: themes and a rating range; its form in an address and in storage.
import { settings } from '../../shell/settings.svelte'

export interface Mix {
  /** Keys of the themes; empty for all. */
  themes: string[]
  from: number
  to: number
}

/** A mix saved under a name. */
export interface NamedMix extends Mix {
  name: string
}

/** "800-1400+mazette+ricochet" */
export function addressOf({ themes, from, to }: Mix): string {
  return [`${from}-${to}`, ...themes].join('+')
}

/** Parses the mix of an address. */
export function mixOf(text: string): Mix {
  const [span = '', ...themes] = text.split('+')
  const [from = 0, to = 9999] = span.split('-').map(Number)
  return { themes, from, to }
}

const place = (variant: string): string => `mixes:${variant}`

/** The saved mixes of a variant: one a line, the name after the address. */
export function keptMixes(variant: string): NamedMix[] {
  const lines = (settings.text(place(variant)) ?? '').split('\n').filter(Boolean)
  return lines.map((line) => {
    const [address = '', name = ''] = line.split('\t')
    return { name, ...mixOf(address) }
  })
}

/** Replaces the saved mixes of a variant. */
export function keepMixes(variant: string, mixes: readonly NamedMix[]): void {
  settings.keep(place(variant), mixes.map((mix) => `${addressOf(mix)}\t${mix.name.replaceAll(/\s+/g, ' ')}`).join('\n'))
}
