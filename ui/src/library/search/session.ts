// The last search, restored on return.
import type { VariantKey } from '../../client/types'
import { lasting } from '../../shell/apart.svelte'
import { app } from '../../shell/app.svelte'
import { SearchSession } from './search.svelte'

export const searchSession = lasting(() => new SearchSession(app.chosenVariant as VariantKey))
