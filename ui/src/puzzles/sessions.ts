// The single puzzle in progress, and the single search for puzzles in games.
import { lasting } from '../shell/apart.svelte'
import { app } from '../shell/app.svelte'
import { work } from '../shell/work.svelte'
import { MiningJob } from './sets/mining-job.svelte'
import { PuzzleSession } from './puzzle.svelte'

export const puzzleSession = lasting(() => {
  const session = new PuzzleSession(app.client)
  work.add(() => Boolean(session.puzzle), 'puzzle', 'training')
  return session
})

export const miningJob = lasting(() => {
  const job = new MiningJob(app.client)
  work.add(() => job.running)
  return job
})
