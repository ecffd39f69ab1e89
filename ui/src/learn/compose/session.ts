// The single lesson being composed.
import { lasting } from '../../shell/apart.svelte'
import { app } from '../../shell/app.svelte'
import { Composing } from './draft.svelte'

export const composing = lasting(() => new Composing(app.client, () => app.chosenVariant))
