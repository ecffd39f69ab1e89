// Collects a file that the core exports in pieces.
import type { Client, SavedBytes } from './client'
import type { ExportStepView } from './types'

/** Joins the pieces of a begun export. `goOn` gets the progress, 0 to 1; if it returns false there is no file. */
export async function collectExport(
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
