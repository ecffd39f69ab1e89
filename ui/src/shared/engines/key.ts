// An engine of somebody else's where a level is named: "hub:" and its name. Knows no engine.
const BEFORE = 'hub:'

/** The games that engines play: those on a board of 100 squares. */
const GAMES: readonly string[] = ['international', 'killer', 'breakthrough', 'frisian', 'antidraughts', 'frysk']

export const keyOfEngine = (name: string): string => BEFORE + name

/** The name of the engine that a level's key stands for; undefined where it is a level of ours. */
export const engineOf = (key: string): string | undefined => (key.startsWith(BEFORE) ? key.slice(BEFORE.length) : undefined)

export const playsOn100 = (variant: string): boolean => GAMES.includes(variant)
