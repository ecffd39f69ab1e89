// The single lesson being composed.
import { singleton } from '../../shell/singleton.svelte'
import { app } from '../../shell/app.svelte'
import { Composing } from './draft.svelte'

export const composing = singleton(() => new Composing(app.client, () => app.chosenVariant))
