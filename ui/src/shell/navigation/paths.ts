// Paths of pages: TypeScript reads the parameters of "learn/:id/:step?". Knows no page.

/** Reads and writes one part of an address; undefined if it cannot be read. */
export interface Part<T> {
  read(text: string): T | undefined
  write(value: T): string
}

/** Any non-empty text. */
const text: Part<string> = { read: (part) => part || undefined, write: (value) => value }

/** A number whose text matches `shape`. */
export function numberOf(shape: RegExp): Part<number> {
  return { read: (part) => (shape.test(part) ? Number(part) : undefined), write: String }
}

/** An optional fixed word. */
export function flag(word: string): Part<true> {
  return { read: (part) => (part === word ? true : undefined), write: () => word }
}

/** One of a few optional words. */
export function oneOf<const T extends string>(...words: readonly T[]): Part<T> {
  return { read: (part) => words.find((word) => word === part), write: (word) => word }
}

type Parts = Readonly<Record<string, Part<string> | Part<number> | Part<true>>>

/** A path: ":name" is a parameter, ":name?" an optional one. */
export interface Path {
  readonly path: string
  /** Parts that are not plain texts. */
  readonly parts?: Parts
}

type Names<P extends string> = P extends `${infer Head}/${infer Tail}`
  ? Names<Head> | Names<Tail>
  : P extends `:${infer Name}`
    ? Name
    : never
type Needed<N> = N extends `${string}?` ? never : N
type Optional<N> = N extends `${infer Name}?` ? Name : never
type Value<P extends Path, N> = P['parts'] extends infer Of
  ? N extends keyof Of
    ? Of[N] extends Part<infer T>
      ? T
      : never
    : string
  : never

/** Parameters of an address with this path. */
export type Params<P extends Path> = { [N in Needed<Names<P['path']>>]: Value<P, N> } & { [N in Optional<Names<P['path']>>]?: Value<P, N> }

/** Parameter values by name. */
export type Values = Record<string, string | number | true | undefined>

const nameOf = (segment: string): string | undefined => /^:(\w+)/.exec(segment)?.[1]
const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean)
const partOf = (parts: Parts | undefined, name: string): Part<unknown> => (parts?.[name] ?? text) as Part<unknown>

/** Returns the parameters of an address if it matches the path. */
export function readPath({ path, parts }: Path, given: readonly string[]): Values | undefined {
  const segments = segmentsOf(path)
  if (given.length > segments.length) return undefined
  const values: Values = {}
  for (const [index, segment] of segments.entries()) {
    const name = nameOf(segment)
    const part = given[index]
    if (part === undefined) {
      if (segment.endsWith('?')) continue
      return undefined
    }
    if (name === undefined) {
      if (part !== segment) return undefined
      continue
    }
    const value = partOf(parts, name).read(part)
    if (value === undefined) return undefined
    values[name] = value as string | number | true
  }
  return values
}

/** Returns the address of a path with these values. */
export function writePath({ path, parts }: Path, values: Values): string {
  const written = segmentsOf(path).map((segment) => {
    const name = nameOf(segment)
    if (name === undefined) return segment
    const value = values[name]
    return value === undefined ? '' : encodeURIComponent(partOf(parts, name).write(value))
  })
  return written.filter(Boolean).join('/')
}
