// A file that the core writes piece by piece. Knows no page.
import type { Client, SavedBytes } from './client'
import type { ExportStepView } from './types'

/** Puts the pieces of a begun export together. `goOn` is told how far it is, 0 to 1; where it answers false there is no file. */
export async function written(
  client: Client,
  begun: Promise<ExportStepView>,
  goOn: (progress: number) => boolean = () => true,
): Promise<SavedBytes | undefined> {
  let step = await begun
  const texts = [step.text]
  while (!step.done) {
    if (!goOn(step.progress)) return undefined
    step = await client.call('exportStep', { export: step.export })
    texts.push(step.text)
  }
  return { name: step.name, data: new Blob(texts, { type: 'text/plain;charset=utf-8' }) }
}
