// Paths of pages: "learn/:id/:step?" says what an address carries, and TypeScript reads it. Knows no page.

/** How one part of an address is read, and written. What it cannot read is undefined. */
export interface Part<T> {
  read(text: string): T | undefined
  write(value: T): string
}

/** Any text but none. */
const text: Part<string> = { read: (part) => part || undefined, write: (value) => value }

/** A number that `shape` allows. */
export function numberOf(shape: RegExp): Part<number> {
  return { read: (part) => (shape.test(part) ? Number(part) : undefined), write: String }
}

/** A word that is there or not. */
export function flag(word: string): Part<true> {
  return { read: (part) => (part === word ? true : undefined), write: () => word }
}

type Parts = Readonly<Record<string, Part<string> | Part<number> | Part<true>>>

/** What a path is made of: names after ":" are what it carries, those before "?" need not be there. */
export interface Path {
  readonly path: string
  /** The parts that are not simply texts. */
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

/** What an address of this path carries. */
export type Params<P extends Path> = { [N in Needed<Names<P['path']>>]: Value<P, N> } & { [N in Optional<Names<P['path']>>]?: Value<P, N> }

/** The values as they are read: by name, whatever they are. */
export type Values = Record<string, string | number | true | undefined>

const nameOf = (segment: string): string | undefined => /^:(\w+)/.exec(segment)?.[1]
const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean)
const partOf = (parts: Parts | undefined, name: string): Part<unknown> => (parts?.[name] ?? text) as Part<unknown>

/** What the parts of an address carry where they follow the path; undefined where they do not. */
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

/** The address of a path with these values. */
export function writePath({ path, parts }: Path, values: Values): string {
  const written = segmentsOf(path).map((segment) => {
    const name = nameOf(segment)
    if (name === undefined) return segment
    const value = values[name]
    return value === undefined ? '' : encodeURIComponent(partOf(parts, name).write(value))
  })
  return written.filter(Boolean).join('/')
}
