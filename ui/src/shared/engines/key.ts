// The key of an external engine, used in place of a level: "hub:" and its name.
import { PROGRAM_GAMES } from '../../client/games'

const BEFORE = 'hub:'

/** Key of the strongest level, which thinks as long as the reader allows. */
export const STRONGEST = '8'

export const keyOfEngine = (name: string): string => BEFORE + name

/** Name of the engine of a level key; `undefined` for a built-in level. */
export const engineOf = (key: string): string | undefined => (key.startsWith(BEFORE) ? key.slice(BEFORE.length) : undefined)

export const playsOn100 = (variant: string): boolean => PROGRAM_GAMES.includes(variant)
