// The single puzzle in progress, and the single search for puzzles in games.
import { singleton } from '../shell/singleton.svelte'
import { app } from '../shell/app.svelte'
import { work } from '../shell/work.svelte'
import { MiningJob } from './sets/mining-job.svelte'
import { PuzzleSession } from './puzzle.svelte'

export const puzzleSession = singleton(() => {
  const session = new PuzzleSession(app.client)
  work.add(() => Boolean(session.puzzle), 'puzzle', 'training')
  return session
})

export const miningJob = singleton(() => {
  const job = new MiningJob(app.client)
  work.add(() => job.running)
  return job
})
