// The key of an external engine, used in place of a level: "hub:" and its name.
const BEFORE = 'hub:'

/** The variants that engines play: those on 100 squares. */
const GAMES: readonly string[] = ['international', 'killer', 'breakthrough', 'frisian', 'antidraughts', 'frysk']

export const keyOfEngine = (name: string): string => BEFORE + name

/** Name of the engine of a level key; `undefined` for a built-in level. */
export const engineOf = (key: string): string | undefined => (key.startsWith(BEFORE) ? key.slice(BEFORE.length) : undefined)

export const playsOn100 = (variant: string): boolean => GAMES.includes(variant)
