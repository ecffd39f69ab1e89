// The single problem being composed.
import { singleton } from '../../shell/singleton.svelte'
import { app } from '../../shell/app.svelte'
import { work } from '../../shell/work.svelte'
import { Bench } from './bench.svelte'

export const bench = singleton(() => {
  const made = new Bench(app.client, app.chosenVariant)
  work.add(() => made.running)
  return made
})
